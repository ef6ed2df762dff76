import { ApiFailure } from '../../transport/api-failure';

/**
 * For a creation with an unknown outcome: a later run of this operation looks first, so a person need not.
 * @throws the error, with this as its hint
 */
export function notTwice(error: unknown): never {
	if (!(error instanceof ApiFailure) || !error.fields.uncertain) throw error;
	throw error.with({
		hint: 'Run this again in some minutes. It reads the list first, and creates only what is missing.',
	});
}
