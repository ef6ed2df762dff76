import { optionalTsToMs } from '@temporalio/common/lib/time';
import type { temporal } from '@temporalio/proto';
import { searchAttributes } from '../../../workflows/task/visibility';
import type { HistoryEvent } from './history';

type Attributes = temporal.api.common.v1.ISearchAttributes | null | undefined;

/** The stage that the task enters; null if the attributes name none. */
export function stageOf(attributes: Attributes): string | null {
	return textAttribute(attributes, searchAttributes.stage.name);
}

/** Search attributes are never encrypted. @returns null if there is no such text */
export function textAttribute(attributes: Attributes, name: string): string | null {
	const data = attributes?.indexedFields?.[name]?.data;
	if (!data) return null;
	const value: unknown = JSON.parse(Buffer.from(data).toString());
	// The server may give a keyword as a list of one.
	const text: unknown = Array.isArray(value) ? (value as unknown[])[0] : value;
	return typeof text === 'string' ? text : null;
}

/** ISO 8601 UTC */
export function timeOf({ eventTime }: HistoryEvent): string {
	return new Date(optionalTsToMs(eventTime) ?? 0).toISOString();
}
