import { taskFailure } from '../task/failures';
import type { AddSourcesInput } from './contract';

/** An input as a history holds it: a newer worker may have written it, so its version can be any. */
export type StoredAddSourcesInput = Omit<AddSourcesInput, 'version'> & { version: number };

/**
 * The newest form of an input of any version that a history may hold.
 * A new version gets a case of its own here, and the old ones stay.
 * @throws a final failure for a version that this worker does not know
 */
export function upcastAddSourcesInput({ version, ...input }: StoredAddSourcesInput): AddSourcesInput {
	switch (version) {
		case 1:
			return { ...input, version };
		default:
			throw taskFailure({
				type: 'unsupported_input_version',
				title: 'The input has an unknown version',
				status: 400,
				detail: `This worker knows version 1 of add-sources, and the input says ${JSON.stringify(version)}. Update the worker.`,
			});
	}
}
