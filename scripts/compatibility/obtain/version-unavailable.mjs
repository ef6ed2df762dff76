// @ts-check
import { ReadableError } from '../../readable-error.mjs';

/** A version cannot be had from its registry. The table then shows the message, so it names no place of this machine. */
export class VersionUnavailableError extends ReadableError {}
