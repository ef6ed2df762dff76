import type { IDataObject } from 'n8n-workflow';
import { ApiFailure } from '../../transport/api-failure';

/** What became of a row. It stands beside the record as `outcome`. */
export type Outcome = 'created' | 'updated' | 'unchanged';

/** The one row of an item. */
export function withOutcome(outcome: Outcome, record: IDataObject): IDataObject[] {
	return [{ ...record, outcome }];
}

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
