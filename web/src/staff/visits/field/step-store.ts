import type { VisitStep } from './steps.rules.ts';

// Steps on this telephone, in IndexedDB: they outlive the page, the browser and a flat battery. Where there is no such store (a private window),
// they live as long as the page, and it says so.

const NAME = 'kabinet-staff';
const STORE = 'steps';

export interface StepStore {
  /** In the order in which they were done. */
  read(): Promise<VisitStep[]>;
  put(step: VisitStep): Promise<void>;
  drop(key: string): Promise<void>;
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The store of this device has failed.'));
  });

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    return settled(request);
  })();
  return opened;
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(STORE, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The store of this device is full.'));
  });
  const result = await settled(act(transaction.objectStore(STORE)));
  await done;
  return result;
}

export const deviceSteps: StepStore = {
  read: async () =>
    (await inStore('readonly', (store) => store.getAll() as IDBRequest<VisitStep[]>)).toSorted((one, other) =>
      one.at.localeCompare(other.at),
    ),
  put: async (step) => void (await inStore('readwrite', (store) => store.put(step))),
  drop: async (key) => inStore('readwrite', (store) => store.delete(key)),
};
