// @ts-check
import { findProblems, hasText } from './find-problems.mjs';
import { markdownTable, plainText } from '../markdown.mjs';
import { computedProblems, problemNotes } from './problem-notes.mjs';

/** @typedef {import('./find-problems.mjs').FoundProblem} FoundProblem */

const SECTIONS = [
	{
		title: 'Errors of the gateway',
		about: 'The gateway refuses a request with one of these. The status is that of the HTTP response.',
		folders: [
			...['gateway', 'tasks', 'connections', 'destinations', 'privacy', 'webhooks', 'problems'].map(
				(room) => `worker/${room}`,
			),
		],
	},
	{
		title: 'Errors of tasks',
		about: 'The `error` of a task that did not complete, or of a row of its result, has one of these types.',
		folders: ['workflows', 'worker/activities'],
	},
	{
		title: 'Errors without a response of the service',
		about: 'The nodes and the worker report these if the service does not respond, or not in its own form.',
		folders: ['api/client'],
	},
	{
		title: 'Errors of the service',
		about: 'The service sends these in the envelope of its specification (part 7). The sandbox sends them, too.',
		folders: ['sandbox/problems'],
	},
];

/**
 * The page docs/reference/problems.md: every type of error with what to do, from the sources that report them.
 * @throws {Error} when an error has no text, or a note is about an error that the code does not report
 */
export function problemsPage() {
	const sections = SECTIONS.map(({ title, about, folders }) => {
		const computed = computedProblems.filter(({ folder }) => folders.includes(folder));
		const found = [...folders.flatMap(findProblems), ...computed];
		const types = [...new Set(found.map(({ type }) => type))].sort();
		return { title, about, types, rows: types.map((type) => rowOf(found.filter((each) => each.type === type))) };
	});
	const known = new Set(sections.flatMap(({ types }) => types));
	checkNotes(known);
	return [
		'<!-- Generated from the sources by `npm run generate`; do not edit. -->',
		'',
		'# Errors',
		'',
		`For everyone who meets an error: this page lists the ${known.size} types of errors, with what happened and what to do.`,
		'',
		'For example, a response has `"type": "task_exists"`, a title, the status 409, a detail and the fields that it is about.',
		'Programs should look at `type`, which does not change. `<name>` and … stand for values.',
		'',
		...sections.flatMap(({ title, about, rows }) => [
			`## ${title}`,
			'',
			about,
			'',
			...markdownTable(['Type', 'Status', 'Title', 'What happened, and what to do'], rows),
		]),
	].join('\n');
}

/**
 * @param {FoundProblem[]} same all of one type
 * @returns {string[]}
 */
function rowOf(same) {
	const type = same[0]?.type ?? '';
	const note = problemNotes[type];
	const details = different(same.map(({ detail }) => detail));
	if (note === undefined && details.length === 0)
		throw new Error(`The error ${type} has no text in the source. Describe it in scripts/generate/problem-notes.mjs.`);
	return [
		`\`${type}\``,
		different(same.map(({ status }) => String(status ?? ''))).join(', '),
		different(same.map(({ title }) => plainText(title))).join('<br>'),
		plainText(note ?? details.join(' Or: ')),
	];
}

/** @param {string[]} texts */
function different(texts) {
	return [...new Set(texts)].filter((text) => text !== '');
}

/** @param {Set<string>} known */
function checkNotes(known) {
	const wrong = [
		...Object.keys(problemNotes).filter((type) => !known.has(type)),
		...computedProblems
			.filter(({ folder, type }) => !hasText(folder, type.replace('<status>', '$')))
			.map(({ type }) => type),
	];
	if (wrong.length > 0)
		throw new Error(
			`scripts/generate/problem-notes.mjs describes errors that the code does not report: ${wrong.join(', ')}. Remove them.`,
		);
}
