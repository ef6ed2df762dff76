import { randomUUID } from 'crypto';

/** Different in each process of n8n, so that the first poll after a restart can be recognized. */
export const PROCESS_ID = randomUUID();
