import { DefaultFailureConverter } from '@temporalio/common';

/** Of a message and of a stack trace. A service or a library may quote all that it was given. Characters. */
const LONGEST = 10_000;

/**
 * Moves messages and stack traces into the encrypted part of a failure, where the codec covers them, and cuts them:
 * Temporal refuses a failure over 2 MiB, and its attempt would be repeated for ever. In tests, Node loads this source by
 * its path. In a CommonJS package it reads an `import` only in a file of this name.
 */
class BoundedFailureConverter extends DefaultFailureConverter {
	override errorToFailureInner(...given: Parameters<DefaultFailureConverter['errorToFailureInner']>) {
		const failure = super.errorToFailureInner(...given);
		if (failure.message) failure.message = cut(failure.message);
		if (failure.stackTrace) failure.stackTrace = cut(failure.stackTrace);
		return failure;
	}
}

function cut(text: string): string {
	return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()} ...` : text;
}

export const failureConverter = new BoundedFailureConverter({ encodeCommonAttributes: true });
