import { z } from 'zod';
import type { S3Settings } from '#server/integrations/files/s3.ts';
import { isPrivateAddress } from './private-address.ts';

/** An S3-like store for the files of clients; without it they are in the database. */
export const FilesVariables = {
  FILES_S3_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://s3.example.ru' })
    .refine(isPrivateAddress, 'адрес хранилища файлов должен начинаться с https://')
    .optional(),
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'нужно имя бакета: латинские буквы, цифры, точки и дефисы')
    .optional(),
  FILES_S3_REGION: z
    .string()
    .regex(/^[a-z\d-]{1,40}$/, 'нужно имя региона, например ru-central1')
    .default('us-east-1'),
  FILES_S3_ACCESS_KEY: z.string().min(1, 'нужен ключ доступа').optional(),
  FILES_S3_SECRET_KEY: z.string().min(1, 'нужен секретный ключ').optional(),
};

interface Variables {
  readonly FILES_S3_URL?: string | undefined;
  readonly FILES_S3_BUCKET?: string | undefined;
  readonly FILES_S3_REGION: string;
  readonly FILES_S3_ACCESS_KEY?: string | undefined;
  readonly FILES_S3_SECRET_KEY?: string | undefined;
}

/** The store that the variables name, if any; refusals.ts has already refused a part of one. */
export function filesSettings(variables: Variables): S3Settings | undefined {
  const { FILES_S3_URL: url, FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = variables;
  const { FILES_S3_ACCESS_KEY: accessKey, FILES_S3_SECRET_KEY: secretKey } = variables;
  if (url === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined) return undefined;
  return { url, bucket, region, accessKey, secretKey };
}
