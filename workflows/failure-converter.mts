import { DefaultFailureConverter } from '@temporalio/common';

/** Of a message and of a stack trace. A service or a library may quote all that it was given. Characters. */
const LONGEST = 10_000;
const cut = (text = '') => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()} ...` : text);

/**
 * Moves messages and stack traces into the encrypted part of a failure, where the codec covers them, and cuts them:
 * Temporal refuses a failure over 2 MiB, and its attempt would be repeated for ever. In tests, Node loads this source by
 * its path. In a CommonJS package it reads an `import` only in a file of this name. The bundler of the workflows reads no
 * types in it.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });

const inner = failureConverter.errorToFailureInner.bind(failureConverter);
failureConverter.errorToFailureInner = (...given) => {
	const failure = inner(...given);
	if (failure.message) failure.message = cut(failure.message);
	if (failure.stackTrace) failure.stackTrace = cut(failure.stackTrace);
	return failure;
};
