import { setTimeout as pauseFor } from 'node:timers/promises';

/**
 * Moments for what compares with the clock of the machine. Choose them far from every border, so that a machine that
 * stands still for a minute crosses none. A test reads each moment once, and keeps it.
 */
export const now = (): Date => new Date();
export const ago = (ms: number): Date => new Date(Date.now() - ms);
export const ahead = (ms: number): Date => new Date(Date.now() + ms);

/** A stand-in answers late. The test shows what happens meanwhile, however long that is. */
export const late = <Answer = void>(ms: number, answer?: Answer): Promise<Answer> => pauseFor(ms, answer);
