import { expect, test } from 'vitest';
import { portionsOf } from './portions.ts';

test('rows of a file are read one portion ahead, and no further', async () => {
  let read = 0;
  async function* rows() {
    for (; read < 30_000; read += 1) yield Promise.resolve(read);
  }
  const sizes: number[] = [];
  for await (const portion of portionsOf(rows())) {
    sizes.push(portion.length);
    await new Promise((done) => setTimeout(done, 5));
    expect(read).toBeLessThanOrEqual((sizes.length + 1) * 5000);
  }
  expect(sizes).toEqual(Array.from({ length: 6 }, () => 5000));
});

test('a fault of the file reaches whoever works on the portion before it, and closes the file', async () => {
  let isClosed = false;
  async function* rows() {
    try {
      for (let row = 0; row < 6000; row += 1) yield Promise.resolve(row);
      throw new Error('torn');
    } finally {
      isClosed = true;
    }
  }
  const sizes: number[] = [];
  const work = async () => {
    for await (const portion of portionsOf(rows())) sizes.push(portion.length);
  };
  await expect(work()).rejects.toThrow('torn');
  expect([sizes, isClosed]).toEqual([[5000], true]);
});

test('who stops closes the file', async () => {
  let isClosed = false;
  async function* rows() {
    try {
      for (let row = 0; ; row += 1) yield Promise.resolve(row);
    } finally {
      isClosed = true;
    }
  }
  for await (const portion of portionsOf(rows())) {
    expect(portion).toHaveLength(5000);
    break;
  }
  expect(isClosed).toBe(true);
});
