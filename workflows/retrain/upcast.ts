import type { RetrainInput } from './contract';
import { taskFailure } from '../task/failures';

/** An input as a history holds it: a newer worker may have written it, so its version can be any. */
export type StoredRetrainInput = Omit<RetrainInput, 'version'> & { version: number };

/**
 * The newest form of an input of any version that a history may hold.
 * A new version gets a case of its own here, and the old ones stay.
 * @throws a final failure for a version that this worker does not know
 */
export function upcastRetrainInput({ version, ...input }: StoredRetrainInput): RetrainInput {
	switch (version) {
		case 1:
			return { ...input, version };
		default:
			throw unknownVersion(version);
	}
}

function unknownVersion(version: number): Error {
	return taskFailure({
		type: 'unsupported_input_version',
		title: 'The input has an unknown version',
		status: 400,
		detail: `This worker knows version 1 of retrain-and-wait, and the input says ${JSON.stringify(version)}. Update the worker.`,
	});
}
