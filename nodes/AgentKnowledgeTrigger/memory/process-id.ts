import { randomUUID } from 'crypto';

/** Another one in every process of n8n: it tells the first poll after a restart. */
export const PROCESS_ID = randomUUID();
