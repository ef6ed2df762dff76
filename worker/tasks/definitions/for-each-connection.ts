import { z } from 'zod';
import { contracts } from '../../../workflows/contracts';
import { SYNCS } from '../../../workflows/for-each-connection/kinds';
import { forEachConnectionResultSchema } from '../../../workflows/for-each-connection/contract';
import { notDone, verdictOn } from '../../../workflows/for-each-connection/verdict';
import { parseSelector } from '../../../workflows/task/selector';
import { Problem, problemAt } from '../../problems/problem';
import { fieldIssues, issueText } from '../../problems/validation';
import { noConnectionMatches } from '../task-problems';
import { checkNames } from './check-names';
import { defineTask, ofResult, tasksOfRows } from './define-task';
import { checkPlanTime } from './knowledge-sync';
import { refuseInEach } from './last-run';

/** The name that stands for each of the connections. */
const ANY_CONNECTION = 'any';

/** What the tasks of all connections name alike. */
const namesSchema = z.object({ destination: z.string().optional(), bucket: z.string().optional() });

export const forEachConnection = defineTask('for-each-connection', {
	workflow: 'forEachConnection',
	title: 'For each connection',
	description:
		'Gives each connection of a selector a task of its own, such as a nightly retrain or a lead sync. A connection that is added meanwhile is covered within a minute. The sync of one that is no longer selected is stopped. One result row per connection.',
	version: 1,
	keyReuse: 'after-failure',
	stages: ['selecting', 'running', SYNCS, 'completed', 'failed', 'cancelled', 'timed_out'],
	schedulable: true,
	fields: { version: 'hidden', selector: 'shown', type: 'shown', input: 'hidden', atOnce: 'shown' },
	scopes: [],
	async checkStart(named, { selector, type, input }, by) {
		const ofOne = { ...input, connection: ANY_CONNECTION };
		const { data, error } = contracts[type].input.safeParse(ofOne, { error: issueText });
		if (error !== undefined) throw unfit(type, error.issues);
		// A schedule that was saved before covers what is added later.
		if (named.connections.matching(parseSelector(selector)).length === 0) throw noConnectionMatches(selector);
		try {
			refuseInEach(data);
			if (type === 'knowledge-sync' && by !== 'retry') checkPlanTime(named.blobs, contracts[type].input.parse(ofOne));
			await checkNames(named, namesSchema.parse(input));
		} catch (problem) {
			throw problem instanceof Problem ? problemAt(problem, (path) => `input.${path}`) : problem;
		}
	},
	sameWorkAs: 'schedule-of-day',
	leftTasks: ofResult(forEachConnectionResultSchema, (result) => tasksOfRows(notDone(result))),
	judge: ofResult(forEachConnectionResultSchema, verdictOn),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});

function unfit(type: string, found: Parameters<typeof fieldIssues>[0][]): Problem {
	const issues = found
		.flatMap((issue) => fieldIssues(issue, `is not a field of ${type}; remove it`))
		.map(({ path, message }) => ({ path: ['input', ...path].join('.'), message }));
	return new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was started. ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
		issues,
	});
}
