import { TASK_TYPES } from '../../../../workflows/contracts';
import { SUBSCRIPTION_FORMATS } from '../../../../workflows/subscriptions/state';
import { EVENT_TYPES } from '../../../../workflows/task/event';
import { LEAD_SOURCES } from '../../../destinations';
import { actionsOf, definitions, SYNC_TYPES } from '../../../tasks/definitions';
import { DELIVERY_STATUSES } from '../../../webhooks';
import { DELIVERIES, EVENTS, FORMATS } from './events';
import { SOURCES, sourceWords } from './sources';
import { LATE_MS } from '../../../../workflows/task/late-items';
import { SYNC_TYPES as SHOWN_SYNCS } from '../api/list-syncs';
import { ACTIONS, counted, humanised, LOOKS_BACK_MINUTES, STAGES } from './words';

test('every stage and every action of a task has its words', () => {
	for (const stage of Object.values(definitions).flatMap(({ stages }) => stages)) expect(STAGES).toHaveProperty(stage);
	const actions = TASK_TYPES.flatMap(actionsOf);
	for (const action of [...actions, 'resend-result']) expect(ACTIONS).toHaveProperty([action]);
});

test('every type of sync stands on the page of syncs', () => {
	expect([...SHOWN_SYNCS].sort()).toEqual([...SYNC_TYPES].sort());
});

test('the page says how far back a sync looks', () => {
	expect(LOOKS_BACK_MINUTES * 60_000).toBe(LATE_MS);
});

test('names of the API are shown as people read them', () => {
	expect(humanised('intervalSeconds')).toBe('Interval seconds');
	expect(humanised('needs_person')).toBe('Needs person');
	expect(humanised('toCount')).toBe('Recipients');
	expect(humanised('toString')).toBe('To string');
});

test('a number agrees with its noun', () => {
	expect([counted(1, 'lead'), counted(1_200, 'lead'), counted(0, 'reply', 'replies')]).toEqual([
		'1 lead',
		'1,200 leads',
		'0 replies',
	]);
});

test('every event, format, outcome of a delivery and source of a mapping has its words, and no other', () => {
	expect(Object.keys(EVENTS).sort()).toEqual([...EVENT_TYPES].sort());
	expect(Object.keys(FORMATS).sort()).toEqual([...SUBSCRIPTION_FORMATS].sort());
	expect(Object.keys(DELIVERIES).sort()).toEqual([...DELIVERY_STATUSES].sort());
	expect(Object.keys(SOURCES).sort()).toEqual([...LEAD_SOURCES].sort());
	expect(sourceWords('fields.budget')).toBe('Form field “budget”');
});
