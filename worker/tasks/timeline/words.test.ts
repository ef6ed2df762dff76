import { ApplicationFailure, TimeoutFailure, TimeoutType } from '@temporalio/common';
import { END_NAMES } from '../../../workflows/task/event';
import { NOT_YET } from '../../../workflows/task/failure';
import { TASK_TYPES } from '../../../workflows/contracts';
import { actionsOf, definitions } from '../definitions';
import { wordsOf } from './readable';
import { eventWords, requestTitle, stepTitle, taskOfWorkflow, taskTitle } from './words';

test('every action of a task, every event of its end and every workflow of a task has its words', () => {
	for (const action of TASK_TYPES.flatMap(actionsOf)) expect(requestTitle(action)).toMatch(/^Requested: /);
	for (const name of END_NAMES) expect(eventWords(`task~run~${name}`).title).not.toBe('Notified the subscribers');
	for (const type of TASK_TYPES) expect(taskOfWorkflow(definitions[type].workflow)).toBe(type);
});

test('what a newer worker does is shown by its name', () => {
	expect(stepTitle('readNewThing')).toBe('Read new thing');
	expect(stepTitle('toString')).toBe('To string');
	expect(taskTitle('bake-bread')).toBe('Bake bread');
	expect(eventWords('task~run~baked')).toEqual({ name: 'baked', title: 'Notified the subscribers' });
	expect(requestTitle('take-leads')).toBeNull();
});

test('a reason is the title and the status of an error, never its detail', () => {
	const details = [
		{ type: 'not_found', title: 'Not found', status: 404, detail: 'No lead of ada@example.com', issues: [] },
	];
	const failure = ApplicationFailure.create({ type: 'not_found', message: 'ada@example.com', details });
	expect(wordsOf(failure)).toBe('Not found (404)');
	expect(wordsOf(ApplicationFailure.create({ type: NOT_YET, message: 'Look later.' }))).toBeNull();
	expect(wordsOf(new TimeoutFailure('late', undefined, TimeoutType.START_TO_CLOSE))).toMatch(/worker .* was lost/);
	expect(wordsOf(new Error('ada@example.com'))).toBe('A call or its worker failed. The log of the worker says why.');
});
