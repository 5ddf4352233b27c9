import type { TvPackets } from './packets.ts';

/** 24часаТВ: a token of the provider, and the secret part of the address that the platform calls. */
export interface TwentyFourSettings {
  readonly platform: '24tv';
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly callbackSecret: string;
  readonly packets: TvPackets;
}

export interface MinistraSettings {
  readonly platform: 'ministra';
  /** Of REST API v1, without a slash at the end. */
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly packets: TvPackets;
}

export type TvSettings = TwentyFourSettings | MinistraSettings;
