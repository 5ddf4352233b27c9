import type { Network } from '../network/port.ts';

export type TvAction = 'reboot' | 'reset_pin' | 'rebind' | 'reload' | 'message';

export interface TvDevice {
  /** The platform's own name of it. */
  readonly deviceId: string;
  readonly kind: 'box' | 'app';
  /** Its model, or the name that its owner gave it. */
  readonly name: string;
  readonly serial: string | null;
  readonly isOnline: boolean;
  /** When it was connected last, if the platform knows. */
  readonly seenAt: Date | null;
}

export interface TvCommand {
  /** Unique; a platform that can tell repeats by it carries a command out once. */
  readonly commandId: number;
  readonly userId: number;
  readonly deviceId: string;
  readonly action: TvAction;
  /** Of `message` only. */
  readonly message: string | null;
}

/**
 * `done`: the box has done it; `passed`: the platform has passed it on to a connected box and cannot tell more; `offline`: the box is
 * not connected, nothing was sent; `unanswered`: it was sent, and no answer has come yet.
 */
export type TvOutcome = 'done' | 'passed' | 'offline' | 'unanswered';

interface TvCode {
  readonly userId: number;
  readonly code: string;
  readonly until: Date;
}

/** Codes by which a new device signs in. */
interface TvCodes {
  /** Whether the device asks for the login of the service, too. */
  readonly withLogin: boolean;
  /** Lets devices sign in by the code; it replaces the code before. A repeat changes nothing. */
  open(code: TvCode): Promise<void>;
  /** Makes the code invalid. A repeat changes nothing. */
  close(userId: number): Promise<void>;
}

/** A platform (middleware) that serves television to set-top boxes and applications. */
export interface TvPlatform {
  readonly name: 'recorded' | '24tv' | 'ministra';
  /** What a service should be allowed to watch: the desired state, as of any other network. */
  readonly network: Network;
  /** Only of a platform that calls us: its subscribers order packets in its application. */
  readonly calls?: {
    /** The secret part of the address that it calls. */
    readonly secret: string;
    /** Our program that has the packet; undefined if it is a plan, an option or unknown. */
    programOf(packet: string): number | undefined;
  };
  /** The commands that it has for a set-top box. */
  readonly actions: readonly TvAction[];
  /** Absent if devices sign in without codes. */
  readonly codes?: TvCodes;
  devices(userId: number): Promise<readonly TvDevice[]>;
  /** Signs a device out; a missing device is not a failure. */
  dropDevice(userId: number, deviceId: string): Promise<void>;
  /** Throws if the platform does not answer; then the command may or may not have been carried out. */
  command(command: TvCommand): Promise<TvOutcome>;
}
