import { z } from 'zod';
import { taskTypes } from '../../task-nodes/nodes/AgentKnowledgeTask/task-types/registry';
import { definitions, type TaskDefinition } from '../../worker/tasks/definitions';
import { TASK_TYPES } from '../../workflows/contracts';

describe("the node's task types", () => {
	it("are those of the worker's definitions", () => {
		expect(taskTypes.map(({ value }) => value).sort()).toEqual([...TASK_TYPES].sort());
	});

	describe.each(TASK_TYPES)('%s', (type) => {
		const offered = taskTypes.find(({ value }) => value === type);
		const { properties: asked = {} } = z.toJSONSchema(definitions[type].input, { io: 'input' });
		const { version, ...fields } = asked;

		it('asks for each field of the input, and for no other', () => {
			expect(offered?.properties.map(({ name }) => name).sort()).toEqual(Object.keys(fields).sort());
		});

		it('has no field of its own that could be taken for one of the input', () => {
			for (const { name } of offered?.ownProperties ?? []) expect(Object.keys(fields)).not.toContain(name);
		});

		it('offers the choices that the input allows', () => {
			for (const { name, options } of offered?.properties.filter((field) => field.type === 'options') ?? []) {
				const values = (options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
				const allowed = z.looseObject({ enum: z.array(z.string()) }).parse(fields[name]).enum;
				expect(values.sort()).toEqual(allowed.sort());
			}
		});

		it('can be waited for if it ends by itself', () => {
			const { endless }: TaskDefinition = definitions[type];
			expect(offered?.endless).toBe(endless);
		});

		it("speaks of the definition's version", () => {
			expect(version).toMatchObject({ const: definitions[type].version });
		});
	});
});
