import { SOON } from '../../support/temporal/soon';

/** What the tasks of these tests keep from their start. */
export const frozen = { keyVersion: 'k1', settleMs: 50, timing: SOON };
