import type { contract } from '@kabinet/contract';
import type { PlainHandlers } from '../shared/plain-handlers.ts';
import { callBack, callBackTimes, cityList, coverage, getCallBacks, getCont, newClient, streetList } from './guests.ts';
import { getIncidents, sameHere } from './incidents.ts';
import {
  addFile,
  addOrder,
  answerOrder,
  check,
  closeOrder,
  getOrder,
  getOrderGoals,
  getOrders,
  getOrdersTimeline,
  moveOrderVisit,
  rateOrder,
  reopenOrder,
  visitSlots,
} from './orders.ts';

export const supportHandlers: PlainHandlers<typeof contract.support, 'addFile'> = {
  getOrders,
  getOrdersTimeline,
  getOrder,
  getOrderGoals,
  check,
  visitSlots,
  addOrder,
  addFile,
  answer: answerOrder,
  close: closeOrder,
  reopen: reopenOrder,
  rate: rateOrder,
  moveVisit: moveOrderVisit,
  getCont,
  callBackTimes,
  callBack,
  getCallBacks,
  cityList,
  streetList,
  coverage,
  newClient,
  getIncidents,
  sameHere,
};
