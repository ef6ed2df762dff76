import type { RetrainInput } from './contract';
import { taskFailure } from '../task/failures';

/**
 * The newest form of an input of any version that a history may hold.
 * A new version gets a case of its own here, and the old ones stay.
 * @throws a final failure for a version that this worker does not know
 */
export function upcastRetrainInput(input: RetrainInput): RetrainInput {
	const { version } = input;
	switch (version) {
		case 1:
			return input;
		default:
			throw unknownVersion(version);
	}
}

function unknownVersion(version: never): Error {
	return taskFailure({
		type: 'unsupported_input_version',
		title: 'The input has an unknown version',
		status: 400,
		detail: `This worker knows version 1 of retrain-and-wait, and the input says ${JSON.stringify(version)}. Update the worker.`,
	});
}
