// @ts-check
import { z } from 'zod';
import { markdownTable, plainText, wrapped } from '../markdown.mjs';
import { schemaRows } from './schema-rows.mjs';

/**
 * The page docs/reference/tasks.md: the input and the result of each task, from its definition.
 * @param {import('./load-reference.mjs').Reference} reference
 */
export function tasksPage({ definitions, OUTCOMES }) {
	return [
		'<!-- Generated from worker/tasks/definitions by `npm run generate`; do not edit. -->',
		'',
		'# Inputs, results and ends of the tasks',
		'',
		'For developers and flow builders: this page lists each field of each task, and how it can end.',
		'',
		'For example, `POST /v1/tasks/lead-export` with `{"connection": "sandbox", "format": "xlsx"}` needs no other field.',
		'[Tasks](../tasks.md) says what each task does, and how it handles a lost response.',
		'',
		...Object.entries(definitions).flatMap(([type, definition]) => [
			`## ${type}`,
			'',
			...taskSection(definition),
			'How it can end ([what the columns mean](../tasks.md#what-counts-as-done)):',
			'',
			...endsTable(/** @type {Readonly<Record<string, Ending>>} */ (OUTCOMES[/** @type {TaskType} */ (type)])),
		]),
	].join('\n');
}

/**
 * @typedef {import('../../workflows/task/outcomes.js').Ending} Ending
 * @typedef {import('../../workflows/contracts.js').TaskType} TaskType
 */

/** @param {Readonly<Record<string, Ending>>} ends */
function endsTable(ends) {
	return markdownTable(
		['Shown as', 'Colour', '`outcome`', 'Exit code', 'Needs a look'],
		Object.values(ends).map(({ word, tone, outcome, exitCode, needsAttention }) => [
			...[word, tone, `\`${outcome}\``, `${exitCode}`, needsAttention ? 'yes' : 'no'],
		]),
	);
}

/** @param {import('../../worker/tasks/definitions/define-task.js').TaskDefinition} definition */
function taskSection({ description, scopes, stages, review, schedulable, keyReuse, input, result }) {
	return [
		wrapped(plainText(description)),
		'',
		...markdownTable(
			['Property', 'Value'],
			[
				['Scopes', codes(scopes)],
				['Stages', codes(stages)],
				['Decisions', codes((review?.subject.actions ?? []).map(String)) || 'none'],
				['Can be scheduled', schedulable === true ? 'yes' : 'no'],
				['The same key starts it again', keyReuse === 'never' ? 'never' : 'after it did not complete'],
			],
		),
		'Input:',
		'',
		...fieldTable(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
		'Result:',
		'',
		...fieldTable(z.toJSONSchema(result, { io: 'output', unrepresentable: 'any' })),
	];
}

/** @param {readonly string[]} values */
function codes(values) {
	return values.map((value) => `\`${value}\``).join(', ');
}

/** @param {unknown} schema */
function fieldTable(schema) {
	const rows = schemaRows(schema);
	return markdownTable(
		['Field', 'Type', 'Default', 'Meaning'],
		rows.map(({ path, type, preset, description }) => [`\`${path}\``, type, preset, plainText(description)]),
	);
}
