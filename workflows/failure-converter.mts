import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Moves messages and stack traces into the encrypted part of a failure, where the codec covers them. In tests, Node loads
 * this source by its path. In a CommonJS package it reads an `import` only in a file of this name.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
