import type { INodeProperties } from 'n8n-workflow';
import { agentFields, agentIds, readAgents } from '../fields/agent-choice';
import { connectionLocator } from '../fields/connection-locator';
import { cell, type Columns, recordOf } from './columns';
import { unlessNone } from './email-fields';
import { reportSamples } from './samples/report';
import { given, type TaskType } from './task-type';

const mailTo = {
	displayName: 'Mail Report To',
	name: 'mailTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
	description: 'Email addresses, separated by commas. Default: no mail. Slack and Teams get it by a subscription.',
} as const satisfies INodeProperties;

const weekStart = {
	displayName: 'Week Start',
	name: 'weekStart',
	type: 'dateTime',
	default: '',
	description: 'The first of seven days. Default: the last seven full days.',
} as const satisfies INodeProperties;

const lastWeek = {
	displayName: 'From Monday to Sunday',
	name: 'lastWeek',
	type: 'boolean',
	default: false,
	description:
		'Whether to report on the whole week before this one, on whatever day it runs. Otherwise on the last seven full days.',
} as const satisfies INodeProperties;

const daysZone = {
	displayName: 'Time Zone of the Days',
	name: 'daysZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Berlin',
	description: 'The zone in which days begin. Default: that of the connection, else UTC.',
} as const satisfies INodeProperties;

const locale = {
	displayName: 'Locale',
	name: 'locale',
	type: 'string',
	default: '',
	placeholder: 'e.g. de',
	description: 'The language of numbers and dates. Default: that of the connection, else en.',
} as const satisfies INodeProperties;

const quoteQuestions = {
	displayName: 'Quote Questions',
	name: 'quoteQuestions',
	type: 'boolean',
	default: true,
	description: 'Whether the page and the mail quote unanswered questions, which are words of visitors',
} as const satisfies INodeProperties;

const total = (name: string) => (task: { result: Record<string, unknown> }) =>
	cell(recordOf(recordOf(task.result['totals'])[name])['now']);

const columns: Columns = {
	leads: total('leads'),
	conversations: total('conversations'),
	openQuestions: total('openQuestions'),
	reportLink: ({ links }) => cell(links['file']),
};

export const weeklyReport: TaskType = {
	value: 'weekly-report',
	outputs: ['Reported', 'Not Reported'],
	columns,
	samples: reportSamples,
	fields: [...agentFields, mailTo],
	options: [lastWeek, locale, quoteQuestions, daysZone, weekStart],
	inputFields: {
		connection: connectionLocator,
		agentIds,
		mailTo,
		weekStart,
		period: lastWeek,
		timeZone: daysZone,
		locale,
		quoteQuestions,
	},
	hasParts: true,
	readInput: (read) =>
		given({
			version: 1,
			...readAgents(read),
			mailTo: unlessNone(read.list(mailTo)),
			weekStart: read.optionalDay(weekStart),
			period: read.flag(lastWeek) ? 'last_week' : undefined,
			timeZone: read.optionalText(daysZone),
			locale: read.optionalText(locale),
			quoteQuestions: read.flag(quoteQuestions),
		}),
};
