import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { leadSchema } from '../../../api/schemas/lead';
import { getMany as getManyLeads } from '../../../nodes/AgentKnowledge/actions/lead/get-many.operation';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import { resources } from '../../../task-nodes/nodes/AgentKnowledgeTask/actions/registry';
import { getMany } from '../../../task-nodes/nodes/AgentKnowledgeTask/actions/task/get-many.operation';
import { taskTypes } from '../../../task-nodes/nodes/AgentKnowledgeTask/task-types';
import { columnsOf } from '../../../worker/storage/lead-files/columns';
import { TASK_STATUSES } from '../../../worker/tasks';
import { definitions, type TaskDefinition } from '../../../worker/tasks/definitions';
import { TASK_TYPES } from '../../../workflows/contracts';
import { taskFilters } from '../../../workflows/task/filter-contract';
import { helpOf } from '../../docs/documentation/command-help';

/** Every field of the node, those in collections and rows included. */
function everyField(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const nested = (property.options ?? []).flatMap((option) =>
			'values' in option ? option.values : 'type' in option ? [option] : [],
		);
		return [property, ...everyField(nested)];
	});
}

/** A field that a builder chooses the value of. */
const asChoice = z.discriminatedUnion('type', [
	z.looseObject({ type: z.literal('boolean'), enum: z.undefined().optional() }),
	z.looseObject({ type: z.literal('string'), enum: z.array(z.string()) }),
]);

const fields = everyField(new AgentKnowledgeTask().description.properties);

/** Choices of the field Period that stand for other fields of the input. */
const OTHER_DAYS: readonly unknown[] = ['all', 'between', 'lastDays'];
/** A period that a started task has not. The node offers it for schedules, as their own test shows. */
const OF_A_SCHEDULE = 'since_last_run';

describe("the node's task types", () => {
	it("are those of the worker's definitions", () => {
		expect(taskTypes.map(({ value }) => value).sort()).toEqual([...TASK_TYPES].sort());
	});

	it('are those that the list of tasks can be filtered by, and its statuses are those of a task', () => {
		const filters = new Map(everyField(getMany.properties).map(({ name, options = [] }) => [name, options]));
		const valuesOf = (name: string) => filters.get(name)?.map((option) => ('value' in option ? option.value : null));
		expect(valuesOf('type')?.sort()).toEqual([...TASK_TYPES].sort());
		expect(valuesOf('status')?.sort()).toEqual([...TASK_STATUSES].sort());
	});

	it('can be filtered in a list by everything that the list of the gateway is filtered by', () => {
		const collection = getMany.properties.find(({ name }) => name === 'filters');
		const offered = (collection?.options ?? []).map(({ name }) => name);
		expect(offered.toSorted()).toEqual(Object.keys(taskFilters).sort());
	});

	describe.each(TASK_TYPES)('%s', (type) => {
		const offered = taskTypes.find(({ value }) => value === type);
		const inputFields = offered?.inputFields ?? {};
		const { properties: asked = {} } = z.toJSONSchema(definitions[type].input, { io: 'input' });
		const { version: _version, ...input } = asked;

		it('has a field for each field of the input, and for no other', () => {
			expect(Object.keys(inputFields).sort()).toEqual(Object.keys(input).sort());
		});

		it('shows those fields in the form', () => {
			const shown = new Set(fields.map(({ name, displayName }) => `${name}: ${displayName}`));
			for (const { name, displayName } of Object.values(inputFields))
				expect(shown).toContain(`${name}: ${displayName}`);
		});

		it('offers the choices that the input allows', () => {
			const choices = Object.entries(inputFields).filter(([, { type: kind, options = [] }]) => {
				return kind === 'options' && options.length > 0;
			});
			for (const [name, { options = [] }] of choices) {
				const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
				const { type: kind, enum: choices } = asChoice.parse(input[name]);
				const allowed = kind === 'boolean' ? ['', 'false', 'true'] : choices;
				const isPeriod = name === 'period';
				const own = values.filter((value) => !isPeriod || !OTHER_DAYS.includes(value));
				expect(own.sort()).toEqual(allowed.filter((value) => !isPeriod || value !== OF_A_SCHEDULE).sort());
			}
		});

		it('can be waited for if it ends by itself', () => {
			const { endless }: TaskDefinition = definitions[type];
			expect(offered?.outputs === undefined).toBe(endless === true);
		});
	});
});

it('the task of an email has the name of its definition in the node, the command line and the docs', async () => {
	const type = 'email-send-with-review';
	const { title } = definitions[type];
	const actions = resources.find(({ value }) => value === 'email')?.operations.map(({ action }) => action);
	expect(actions).toEqual([title]);
	const listed = fields.flatMap(({ options = [] }) => options).find((one) => 'value' in one && one.value === type);
	expect(listed?.name.toLowerCase()).toBe(title.toLowerCase());
	expect(await helpOf(['run', type])).toContain(title.toLowerCase());
	const docs = readFileSync(join(__dirname, '../../../docs/tasks.md'), 'utf8');
	expect(docs).toContain(`## ${type}\n\n**${title}.** `);
});

it('the columns of an export are named where one starts it: all in the console, as those of a lead in the node', () => {
	const { shape } = definitions['lead-export'].input;
	const { help } = z.object({ help: z.string() }).parse(shape.format.meta()?.['x-form']);
	const titles = columnsOf({ names: ['<name>'], hasShared: false }).map(({ title }) => title);
	for (const title of titles) expect(help).toContain(title);
	const own = Object.keys(leadSchema.shape).filter((name) => name !== 'fields');
	expect(titles.toSorted()).toEqual([...own, 'fields.<name>'].toSorted());
	const inNode = taskTypes.find(({ value }) => value === 'lead-export')?.inputFields['format']?.description;
	expect(inNode?.toLowerCase()).toContain(`those of ${getManyLeads.action.toLowerCase()}`);
	expect(inNode).toContain('fields.budget');
});

describe("the node's operations", () => {
	const operations = resources.flatMap(({ value, operations: list }) =>
		list.map((one) => ({ ...one, resource: value })),
	);

	it('have an action each, in sentence case', () => {
		const actions = operations.map(({ action }) => action);
		expect(new Set(actions).size).toBe(actions.length);
		for (const action of actions) expect(action).toMatch(/^[A-Z][a-z]+( ([a-z]+|CRM))+$/);
	});

	it('have the fields of one name once each', () => {
		for (const { properties, options = [], value } of operations) {
			const names = [...properties, ...options].map(({ name }) => name);
			expect([value, ...names]).toHaveLength(new Set([value, ...names]).size);
		}
	});

	it('leave no list of choices empty, with which n8n does not start', () => {
		const lists = new AgentKnowledgeTask().description.properties.filter(({ name }) =>
			['resource', 'operation'].includes(name),
		);
		for (const { options = [] } of lists) expect(options).not.toHaveLength(0);
	});

	it('are all in the README', () => {
		const readme = readFileSync(join(__dirname, '../../../task-nodes/README.md'), 'utf8');
		const rows = readme.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
		for (const { name, value, operations: list } of resources) {
			const listed = rows.filter(([, resource]) => resource === name).flatMap(([, , names = '']) => names.split(', '));
			expect([value, ...listed.sort()]).toEqual([value, ...list.map((one) => one.name).sort()]);
		}
	});

	it('describe every field', () => {
		const undescribed = fields.filter(
			({ name, description }) => !['resource', 'operation', 'options'].includes(name) && !description,
		);
		expect(undescribed.map(({ name }) => name).filter((name) => name !== 'filters')).toEqual([]);
	});
});
