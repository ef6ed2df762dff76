import { version } from '../package.json';

/** The version of the worker, its gateway and the command line. */
export const VERSION: string = version;
