import type { IDataObject } from 'n8n-workflow';
import { agentLocator } from '../fields/agent-locator';
import { connectionLocator } from '../fields/connection-locator';
import { duration } from '../fields/duration';
import { readFiles } from '../fields/input-files';
import type { FieldReader } from '../fields/field-reader';
import { filesField, ifPresent, sourceRows, sourcesAs, sourcesJson } from './source-fields';
import { cell, type Columns, countOf, recordsOf, type TaskParts } from './columns';
import { sourceSamples } from './samples/sources';
import { given, type TaskType } from './task-type';

const timeout = duration({
	displayName: 'Timeout',
	name: 'timeout',
	description: 'The task ends as timed out after this time. Added sources stay. Default: no limit.',
	amount: 6,
	unit: 'hours',
});

const rows = ({ result }: TaskParts) => recordsOf(result['rows']);
const isAdded = ({ status }: Record<string, unknown>) => status === 'indexed';
/** The agent has it, or gets it by an earlier row. */
const isSkipped = ({ status }: Record<string, unknown>) => status === 'present' || status === 'duplicate';

const columns: Columns = {
	sources: (task) => cell(countOf(rows(task)), task.progress['itemsTotal']),
	added: (task) => countOf(rows(task), isAdded),
	skipped: (task) => countOf(rows(task), isSkipped),
	notAdded: (task) => countOf(rows(task), (row) => !isAdded(row) && !isSkipped(row)),
};

export const addSources: TaskType = {
	value: 'add-sources',
	outputs: ['Added', 'Not Added'],
	columns,
	samples: sourceSamples,
	fields: [agentLocator, sourcesAs, sourceRows, sourcesJson, filesField],
	options: [ifPresent, timeout],
	inputFields: {
		connection: connectionLocator,
		agentId: agentLocator,
		sources: sourceRows,
		ifPresent,
		timeoutSeconds: timeout,
	},
	inputFieldsOf: (read): TaskType['inputFields'] => (givenAsJson(read) ? { sources: sourcesJson } : {}),
	hasParts: true,
	readInput: (read) =>
		given({
			version: 1,
			agentId: read.locator(agentLocator),
			sources: givenAsJson(read) ? read.records(sourcesJson) : read.rows(sourceRows, 'source').map(sourceOf),
			ifPresent: read.choice(ifPresent),
			timeoutSeconds: read.optionalSeconds(timeout),
		}),
	readFiles: (read) => readFiles(read, filesField),
};

function givenAsJson(read: FieldReader): boolean {
	return read.choice(sourcesAs) === 'json';
}

const SHOWN: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries({
		url: ['url'],
		text: ['title', 'content'],
		file: ['filename', 'blob'],
	}),
);

/** The fields that the form shows for the type of a row. The gateway checks them, and its errors name the row. */
function sourceOf({ type = 'url', ...row }: IDataObject): IDataObject {
	const names = typeof type === 'string' ? (SHOWN.get(type) ?? []) : [];
	return { type, ...given(Object.fromEntries(names.map((name) => [name, row[name]]))) };
}
