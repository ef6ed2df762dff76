import { taskFailure } from '../task/failures';
import type { EmailInput } from './contract';

/** An input as a history holds it: a newer worker may have written it, so its version can be any. */
export type StoredEmailInput = Omit<EmailInput, 'version'> & { version: number };

/**
 * The newest form of an input of any version that a history may hold.
 * @throws a final failure for a version that this worker does not know
 */
export function upcastEmailInput({ version, ...input }: StoredEmailInput): EmailInput {
	if (version === 1) return { ...input, version };
	throw taskFailure({
		type: 'unsupported_input_version',
		title: 'The input has an unknown version',
		status: 400,
		detail: `This worker knows version 1 of email-send-with-review, and the input says ${JSON.stringify(version)}. Update the worker.`,
	});
}
