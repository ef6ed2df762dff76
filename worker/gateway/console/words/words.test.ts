import { TASK_TYPES } from '../../../../workflows/contracts';
import { DESTINATION_TYPES as CONFIGURED_TYPES } from '../../../config';
import { actionsOf, definitions } from '../../../tasks/definitions';
import { ACTIONS, counted, DESTINATION_TYPES, humanised, STAGES } from './words';

test('every stage and every action of a task, and every type of destination, has its words', () => {
	for (const stage of Object.values(definitions).flatMap(({ stages }) => stages)) expect(STAGES).toHaveProperty(stage);
	const actions = TASK_TYPES.flatMap(actionsOf);
	for (const action of [...actions, 'resend-result']) expect(ACTIONS).toHaveProperty([action]);
	for (const type of CONFIGURED_TYPES) expect(DESTINATION_TYPES).toHaveProperty(type);
});

test('names of the API are shown as people read them', () => {
	expect(humanised('intervalSeconds')).toBe('Interval seconds');
	expect(humanised('needs_person')).toBe('Needs person');
});

test('a number agrees with its noun', () => {
	expect([counted(1, 'lead'), counted(1_200, 'lead'), counted(0, 'reply', 'replies')]).toEqual([
		'1 lead',
		'1,200 leads',
		'0 replies',
	]);
});
