import { z } from 'zod';
import type { LoadFile, PrometheusSettings } from '#server/integrations/network-load/prometheus.ts';

/** The variables of the load of the network, which the page of the network shows. */
export const NetworkLoadVariables = {
  /** JSON file: the places of the network, with a query of Prometheus for each. */
  NETWORK_LOAD: z.string().min(1, 'нужно имя файла').optional(),
  PROMETHEUS_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида http://prometheus.example:9090' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  PROMETHEUS_TOKEN: z.string().min(1, 'значение пустое').optional(),
};

type Variables = z.output<z.ZodObject<typeof NetworkLoadVariables>>;

/** Prometheus, if the variables name it; refusals.ts has already refused one without the other. */
export function networkLoadSettings(
  { PROMETHEUS_URL: url, PROMETHEUS_TOKEN: token }: Variables,
  file: LoadFile,
): PrometheusSettings | undefined {
  return url === undefined ? undefined : { url, file, ...(token !== undefined && { token }) };
}
