import { type StoredInput, unknownInputVersion } from '../task/stored-input';
import type { LeadExportInput } from './contract';

/**
 * The newest form of an input of any version that a history may hold.
 * A new version gets a case of its own here, and the old ones stay.
 * @throws a final failure for a version that this worker does not know
 */
export function upcastLeadExportInput({ version, ...input }: StoredInput<LeadExportInput>): LeadExportInput {
	switch (version) {
		case 1:
			return { ...input, version };
		default:
			throw unknownInputVersion('lead-export', version);
	}
}
