import { DefaultFailureConverter } from '@temporalio/common';

/** Moves messages and stack traces into the encrypted part of a failure, where the codec covers them. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
