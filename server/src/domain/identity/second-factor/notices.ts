import { PASSWORD_TOPIC } from '../session/topic.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import {
  secondStepLetter,
  secondStepMessage,
  secondStepText,
  guessedLetter,
  guessedMessage,
  guessedText,
  type SecondStepChange,
} from './second-step.texts.ts';

export const secondStepChanged: Notice<SecondStepChange> = {
  name: 'second_step.changed',
  category: 'security',
  shownDays: 30,
  isUrgent: true,
  portal: secondStepMessage,
  sms: secondStepText,
  mail: secondStepLetter,
};

/** Sent after five right passwords with a wrong code: somebody else may know the password. */
export const passwordKnown: Notice<Readonly<Record<never, never>>> = {
  name: 'second_step.guessed',
  topic: () => PASSWORD_TOPIC,
  category: 'security',
  shownDays: null,
  isUrgent: true,
  portal: guessedMessage,
  sms: guessedText,
  mail: guessedLetter,
};
