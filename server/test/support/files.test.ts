import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { LARGEST_FILE } from '@kabinet/contract/kernel/file';
import { signedHeaders } from '#server/integrations/files/signature.ts';
import { checkedFiles } from '#server/integrations/files/checked.ts';
import { s3Files } from '#server/integrations/files/s3.ts';
import { removeUnusedFiles } from '../../src/jobs/messaging/support.ts';
import { s3Emulator } from '../emulators/s3.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

const { support, document } = contract;
const WHO = 100_001;
const HOUR = 3_600_000;

const upload = (portal: TestPortal, content: Buffer, name = 'фото.png', who = WHO) =>
  portal.send(support.addFile, { body: { name, content: content.toString('base64') } }, who);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of this size, whole and valid. */
function png(width: number, height: number, pixels: Buffer = Buffer.alloc(height * (width + 1))): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

const SCRIPT = '<script>alert(document.cookie)</script>';
const WRONG_TYPE = 'Приложите фото (JPEG, PNG, WebP) или PDF: другие файлы мы не принимаем';
const BROKEN = 'Файл повреждён. Приложите другой';
/** Ten megabytes of zeros in a few kilobytes. */
const bomb = deflateSync(Buffer.alloc(10 * 1024 * 1024));

describe('a hostile file is refused with a reason', () => {
  test.each([
    ['HTML', `<!doctype html><html>${SCRIPT}</html>`, WRONG_TYPE],
    ['an SVG with a script', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, WRONG_TYPE],
    ['an SVG behind an XML declaration', `<?xml version="1.0"?><svg onload="alert(1)"/>`, WRONG_TYPE],
    ['a zip bomb', Buffer.concat([Buffer.from('PK\x03\x04'), bomb]), WRONG_TYPE],
    ['a gzip bomb', Buffer.concat([Buffer.from([0x1f, 0x8b, 0x08]), bomb]), WRONG_TYPE],
    ['a program', Buffer.from('MZ\x90\x00'), WRONG_TYPE],
    ['a shell script', '#!/bin/sh\nrm -rf /', WRONG_TYPE],
    ['a GIF, which is no type of ours', 'GIF89a\x01\x00\x01\x00', WRONG_TYPE],
    ['HTML that only mentions a PDF', `<html>%PDF-1.7 ${SCRIPT}%%EOF`, WRONG_TYPE],
    ['a picture bomb: a gigapixel in a few bytes', png(40_000, 40_000, Buffer.alloc(10)), /100 мегапикселей/],
    ['a PNG without its size', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), BROKEN],
    ['the beginning of a PDF', '%PDF-1.7\n', BROKEN],
    ['nothing', '', 'Файл пустой. Приложите другой'],
  ])('%s', async (_, content, reason) => {
    const portal = await testPortal();
    const { status, body } = await upload(portal, Buffer.from(content as string), 'кот.png');
    expect([status, body.code]).toEqual([409, 'file_refused']);
    expect(body.message).toMatch(reason);
    const { rows } = await portal.pool.query('select from support_file union all select from stored_file');
    expect(rows).toEqual([]);
  });

  test('a file of 5 GB before a byte of it is read; of a stranger, any file', async () => {
    const portal = await testPortal();
    const headers = { 'content-type': 'application/json', 'content-length': String(5 * 1024 ** 3) };
    const send = (more: object) =>
      portal.inject({
        method: 'POST',
        url: '/api/v2/support/add-file',
        headers: { ...headers, ...more },
        payload: '{}',
      });
    expect((await send({ authorization: `Bearer ${await portal.tokenOf(WHO)}` })).statusCode).toBe(413);
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ authorization: `Bearer ${await portal.tokenOf('guest')}` })).statusCode).toBe(401);
    expect(LARGEST_FILE).toBe(10_485_760);
  });

  test('one byte more than is allowed, and more than a day’s share', async () => {
    const portal = await testPortal();
    const large = Buffer.concat([png(2, 2), Buffer.alloc(LARGEST_FILE)]);
    expect((await upload(portal, large.subarray(0, LARGEST_FILE + 1))).status).toBeGreaterThanOrEqual(409);
    expect((await upload(portal, large.subarray(0, LARGEST_FILE))).status).toBe(200);
    // Eight more of them, without the time that sending takes.
    await portal.pool.query(`insert into support_file (file_id, contract_id, name, type, bytes, created_at)
      select gen_random_uuid(), contract_id, name, type, bytes, created_at from support_file, generate_series(1, 8) where bytes = ${LARGEST_FILE}`);
    expect((await upload(portal, large.subarray(0, LARGEST_FILE))).status).toBe(200);
    expect((await upload(portal, png(2, 2))).body.code).toBe('file_too_many');
  });
});

test('after fifty files of a day the next one waits until the first is a day old, and the refusal says so', async () => {
  const portal = await testPortal();
  expect((await upload(portal, png(2, 2))).status).toBe(200);
  await portal.pool.query(
    `insert into support_file (file_id, contract_id, name, type, bytes, created_at)
     select gen_random_uuid(), contract_id, name, type, bytes, created_at - n * interval '10 minutes'
     from support_file, generate_series(1, 49) n where contract_id = $1`,
    [WHO],
  );
  const refused = await upload(portal, png(2, 2));
  // The first of the fifty came 490 minutes ago, at 4:55.
  expect(refused).toMatchObject({ status: 429, body: { code: 'file_too_many' } });
  expect(refused.body.message).toMatch(/после 21.ноября, 05:55$/);
  expect(refused.headers['retry-after']).toBe(String(86_400 - 490 * 60));
  // Another contract has its own fifty.
  expect((await upload(portal, png(2, 2), 'фото.png', 100_002)).status).toBe(200);
  portal.clock.advance((86_400 - 490 * 60) * 1000);
  expect((await upload(portal, png(2, 2))).status).toBe(200);
});

async function opened(portal: TestPortal, file_id: string) {
  const link = await portal.send(document.link, { body: { kind: 'file', file_id } }, WHO);
  const token = new URL(link.body.url).searchParams.get('access-token')!;
  return portal.inject({
    method: 'POST',
    url: '/lk/document',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `access-token=${token}`,
  });
}

describe('a file that is two things at once is served harmlessly', () => {
  test.each([
    ['PNG and HTML', Buffer.concat([png(2, 2), Buffer.from(SCRIPT)]), 'image/png', /\.png$/],
    ['PDF and HTML', Buffer.from(`%PDF-1.7\n${SCRIPT}\n%%EOF`), 'application/pdf', /\.pdf$/],
    ['PNG and an archive', Buffer.concat([png(2, 2), Buffer.from('PK\x03\x04')]), 'image/png', /\.png$/],
  ])('%s: as a file to save, in a sandbox, by its own type', async (_, content, type, name) => {
    const portal = await testPortal();
    const { body } = await upload(portal, content, '..\\../<img src=x onerror=alert(1)>.html\u202e');
    expect(body).toMatchObject({ type, name: expect.stringMatching(name) as string });
    expect(body.name).not.toMatch(/[<>"/\\\p{C}]/u);
    const reply = await opened(portal, body.file_id);
    expect(reply.headers).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment;/) as string,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(reply.rawPayload).toEqual(content);
  });
});

/** A portal that keeps files in an S3-like store. */
async function withStore() {
  const store = await s3Emulator();
  const portal = await testPortal({
    throughOutside: (outside, db) => ({ ...outside, files: checkedFiles(db, s3Files(store.settings)) }),
  });
  return { ...store, portal };
}

/** A portal with this store, and what is in it. */
const STORES = [
  [
    'the database',
    async () => {
      const portal = await testPortal();
      const kept = async () => (await portal.pool.query<{ count: number }>(COUNT)).rows[0]!.count;
      return { portal, kept };
    },
  ],
  [
    'an S3-like store',
    async () => {
      const { objects, state, portal } = await withStore();
      return {
        portal,
        kept: () => {
          expect(state.refused).toBe(0);
          return Promise.resolve(objects.size);
        },
      };
    },
  ],
] as const;
const COUNT = 'select count(*)::int as count from stored_file';

describe.each(STORES)('files in %s', (_, open) => {
  test('keeps a file byte for byte, once, and knows none that nobody has kept', async () => {
    const { portal, kept } = await open();
    const { files } = portal.world.outside;
    const content = png(20, 20);
    const { body } = await upload(portal, content);
    expect(await kept()).toBe(1);
    await files.put(body.file_id, content);
    expect(await kept()).toBe(1);
    expect((await opened(portal, body.file_id)).rawPayload).toEqual(content);
    expect(await files.get(randomUUID())).toBeUndefined();
    await files.remove([randomUUID()]);
  });

  test('removes uploads that no message has sent for a day; those that were sent stay', async () => {
    const { portal, kept } = await open();
    const [{ body: sent }, { body: forgotten }] = [await upload(portal, png(2, 2)), await upload(portal, png(3, 3))];
    await portal.send(support.addOrder, { body: { goal_id: 5, text: 'Кабель', files: [sent.file_id] } }, WHO);
    portal.clock.advance(23 * HOUR);
    await removeUnusedFiles(portal.world);
    expect(await kept()).toBe(2);
    portal.clock.advance(2 * HOUR);
    await removeUnusedFiles(portal.world);
    expect(await kept()).toBe(1);
    expect(await portal.world.outside.files.get(forgotten.file_id)).toBeUndefined();
    const { rows } = await portal.pool.query<{ file_id: string }>('select file_id from support_file');
    expect(rows).toEqual([{ file_id: sent.file_id }]);
  });

  test('a crash between the row and the bytes leaves nothing behind', async () => {
    const { portal, kept } = await open();
    await portal.pool.query(
      `insert into support_file (file_id, contract_id, name, type, bytes, created_at)
       values (gen_random_uuid(), $1, 'фото.png', 'image/png', 10, $2)`,
      [WHO, portal.clock.now()],
    );
    portal.clock.advance(25 * HOUR);
    await removeUnusedFiles(portal.world);
    expect(await kept()).toBe(0);
    expect((await portal.pool.query('select from support_file')).rowCount).toBe(0);
  });
});

test('a store that is down is said to be down; what it could not remove is removed later', async () => {
  const { objects, state, portal } = await withStore();
  await upload(portal, png(2, 2));
  state.down = true;
  const { status, body } = await upload(portal, png(2, 2));
  expect([status, body.code]).toEqual([503, 'outside_unavailable']);
  portal.clock.advance(25 * HOUR);
  await expect(removeUnusedFiles(portal.world)).rejects.toThrow(/./);
  state.down = false;
  await removeUnusedFiles(portal.world);
  expect(objects.size).toBe(0);
  expect((await portal.pool.query('select from support_file')).rowCount).toBe(0);
});

describe('a store that lies gives the client his own file or a failure, never anything else', () => {
  const content = png(20, 20);
  const other = Buffer.from(content).fill(7, 40);
  test.each([
    ['other bytes of the same length', (reply) => reply.end(other)],
    ['fewer bytes', (reply) => reply.end(content.subarray(0, 50))],
    ['no bytes', (reply) => reply.end()],
    ['a page of its own', (reply) => reply.setHeader('content-type', 'text/html').end('<h1>Sign in</h1>')],
    ['a part of the file', (reply) => reply.writeHead(206, { 'content-range': 'bytes 0-49/99' }).end(content)],
    ['nothing, as success', (reply) => reply.writeHead(204).end()],
    ['a redirect', (reply) => reply.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'an end in the middle',
      (reply) => reply.writeHead(200, { 'content-length': 900, connection: 'close' }).end(content.subarray(0, 50)),
    ],
    [
      'a bomb of gzip',
      (reply) => reply.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(32 * 1024 * 1024))),
    ],
    ['the file, compressed', (reply) => reply.setHeader('content-encoding', 'gzip').end(gzipSync(content))],
    ['bytes without an end', endless],
    ['the file of another', (reply) => reply.end(png(2, 2))],
  ] satisfies [string, (reply: ServerResponse) => unknown][])('%s', async (_, lie) => {
    const { state, portal } = await withStore();
    const { body } = await upload(portal, content);
    state.lie = lie;
    const lied = await opened(portal, body.file_id);
    expect(lied.statusCode).toBe(503);
    expect(lied.body).toContain('Документ пока не готов');
    state.lie = (reply) => reply.setHeader('content-type', 'text/html').end(content);
    const told = await opened(portal, body.file_id);
    expect([told.headers['content-type'], told.rawPayload]).toEqual(['image/png', content]);
  });

  test('that it does not have what it has taken', async () => {
    const { objects, portal } = await withStore();
    const { body } = await upload(portal, content);
    objects.clear();
    const lost = await opened(portal, body.file_id);
    expect(lost.statusCode).toBe(404);
    expect(lost.body).toContain('Файла больше нет');
  });

  test('a file of before, whose sum nobody has noted, by its length at least', async () => {
    const { state, portal } = await withStore();
    const { body } = await upload(portal, content);
    await portal.pool.query('delete from file_sum');
    expect((await opened(portal, body.file_id)).rawPayload).toEqual(content);
    state.lie = (reply) => reply.end('<h1>Sign in</h1>');
    expect((await opened(portal, body.file_id)).statusCode).toBe(503);
  });

  test('a bucket that is not there: nothing is taken for lost or for removed', async () => {
    const { settings } = await s3Emulator();
    const astray = s3Files({ ...settings, bucket: 'another' });
    await expect(astray.get(randomUUID())).rejects.toThrow(/./);
    await expect(astray.remove([randomUUID()])).rejects.toThrow(/./);
  });
});

/** Sends until the other side has had enough. */
const endless = (reply: ServerResponse) =>
  pipeline(function* () {
    for (;;) yield Buffer.alloc(1024 * 1024);
  }, reply).catch(() => undefined);

/** What is kept of files, in the database. */
const keptRows = async ({ pool }: TestPortal) =>
  (
    await pool.query(
      'select file_id from support_file union all select file_id from stored_file union all select file_id from file_sum',
    )
  ).rowCount;

test('a full disk is told in Russian, keeps nothing of the file and takes nothing of the day’s share', async () => {
  const portal = await testPortal();
  // PostgreSQL says this of a full disk; the row before it is committed already.
  await portal.pool.query(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await portal.pool.query('create trigger full_disk before insert on stored_file execute function full_disk()');
  for (let times = 0; times < 3; times += 1) {
    const { status, body, headers } = await upload(portal, png(2, 2));
    expect([status, body.code]).toEqual([503, 'overloaded']);
    expect(body.message).toMatch(/Повторите/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await keptRows(portal)).toBe(0);
  await portal.pool.query('drop trigger full_disk on stored_file');
  const { body } = await upload(portal, png(2, 2));
  expect((await opened(portal, body.file_id)).rawPayload).toEqual(png(2, 2));
});

test('a store that has kept a file and does not say so keeps nothing unseen', async () => {
  const { objects, portal } = await withStore();
  const { files } = portal.world.outside;
  Object.assign(portal.world.outside, {
    files: {
      ...files,
      put: async (id: string, bytes: Buffer) => {
        await files.put(id, bytes);
        throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
      },
    },
  });
  expect((await upload(portal, png(2, 2))).status).toBe(503);
  expect([objects.size, await keptRows(portal)]).toEqual([0, 0]);
});

test('a store with another secret takes nothing, and a redirect is not followed', async () => {
  const { objects, state, settings } = await s3Emulator();
  const stranger = s3Files({ ...settings, secretKey: 'another' });
  await expect(stranger.put(randomUUID(), png(2, 2))).rejects.toThrow(/./);
  expect([objects.size, state.refused]).toEqual([0, 1]);
  const away = createServer((_, reply) => reply.writeHead(307, { location: settings.url }).end());
  await new Promise<void>((resolve) => void away.listen(0, '127.0.0.1', resolve));
  const { port } = away.address() as { port: number };
  await expect(s3Files({ ...settings, url: `http://127.0.0.1:${port}` }).get(randomUUID())).rejects.toThrow(/./);
  away.close();
});

test('signs as Amazon’s own example of a GET', () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
  const keys = {
    region: 'us-east-1',
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const asked = { method: 'GET', url, headers: { range: 'bytes=0-9' }, body: Buffer.alloc(0) };
  expect(signedHeaders(asked, keys, new Date('2013-05-24T00:00:00Z'))['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});
