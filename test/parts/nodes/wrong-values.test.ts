import type { IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import { Journal } from '../../../nodes/AgentKnowledge/actions/journal';
import type { NodeOperation } from '../../../nodes/AgentKnowledge/actions/operation';
import { resources } from '../../../nodes/AgentKnowledge/actions/registry';
import { nodeErrorFrom } from '../../../nodes/AgentKnowledge/errors/node-error';
import type { Api } from '../../../nodes/AgentKnowledge/transport/api';
import { ApiFailure } from '../../../nodes/AgentKnowledge/transport/api-failure';

// Every field of every operation, given a wrong value or refused by the service: an error names it by its label.

const NODE: INode = {
	id: 'n',
	name: 'Agent Knowledge',
	type: 'agentKnowledge',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
/** `to.0`, `/to/0`, `query.limit`, `to[0]` */
const PATH = /\/\w|[a-z]\.\w|\[\d/i;

/** A field, alone or in collections. */
interface Place {
	field: INodeProperties;
	/** The names of the collections around it, from the outside. */
	inside: string[];
}

function placesOf(properties: readonly INodeProperties[], inside: string[] = []): Place[] {
	return properties.flatMap((field) => {
		if (field.type === 'notice') return [];
		const deeper = [...inside, field.name];
		const more = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return placesOf(option.values, [...deeper, option.name]);
			return 'type' in option ? placesOf([option], deeper) : [];
		});
		return [{ field, inside }, ...more];
	});
}

const RIGHT: Record<string, string> = {
	wholeNumber: '42',
	emailAddress: 'ann@example.com',
	emailAddresses: 'ann@example.com; bob@example.com',
	emailSession: 'email:42',
	webAddress: 'https://example.com/help',
	filled: 'x',
};
const WRONG: Record<string, unknown[]> = {
	wholeNumber: ['abc', '1.5', '-1', '../42'],
	emailAddress: ['bob@', 'Bob <bob@example.com>', 'bob'],
	emailAddresses: ['bob@', 'ann@example.com, bob'],
	emailSession: ['42'],
	webAddress: ['example', 'ftp://example.com', 'javascript:alert(1)'],
	filled: ['', ' '],
};

function rightValue({ type, default: given, required, typeOptions = {} }: INodeProperties): unknown {
	if (type === 'resourceLocator') return '42';
	return required === true ? (RIGHT[String(typeOptions.form)] ?? 'x') : given;
}

function wrongValues({ type, required, typeOptions = {}, modes = [], options }: INodeProperties): unknown[] {
	const { form, minValue, maxValue, numberPrecision, emptyIsAbsent } = typeOptions;
	switch (type) {
		case 'boolean':
			return ['yes', 1, ...(emptyIsAbsent === true ? [] : [null])];
		case 'number':
			return [
				...['many', '', {}],
				...(minValue === undefined ? [] : [minValue - 1]),
				...(maxValue === undefined ? [] : [maxValue + 1]),
				...(numberPrecision === 0 ? [2.5] : []),
			];
		case 'options':
			return options === undefined ? [{}] : ['neither', 7];
		case 'multiOptions':
			return ['one', [1], {}];
		case 'dateTime':
			return ['soon', '2026-02-31', '2026-13-01', 20260101, {}];
		case 'collection':
		case 'fixedCollection':
			return ['text', 7];
		default: {
			const isWholeNumber = modes.some(({ validation = [] }) => JSON.stringify(validation).includes('whole number'));
			return [
				...[{}, ['x'], true],
				...(required === true ? ['', '  '] : []),
				...(WRONG[String(form)] ?? []),
				...(isWholeNumber ? ['abc', '1.5', '-1'] : []),
			];
		}
	}
}

/** Runs an operation with one value in one place. @returns the error, of which the service was asked nothing */
async function refusal(operation: NodeOperation, { field, inside }: Place, value: unknown): Promise<string> {
	const values = Object.fromEntries(operation.properties.map((each) => [each.name, rightValue(each)]));
	const [outer, ...groups] = [...inside, field.name];
	values[outer] = groups.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
	const context = {
		getNode: () => NODE,
		getNodeParameter: (name: string) => values[name],
		getContext: () => ({}),
		evaluateExpression: () => 0,
		getInstanceId: () => 'instance',
		getWorkflow: () => ({ id: 'workflow' }),
		getExecutionId: () => 'execution',
		addExecutionHints: () => undefined,
	} as unknown as IExecuteFunctions;
	const call = () => Promise.reject(new Error('The service was asked.'));
	const run = { context, api: { call, wait: call } as Api, journal: Journal.of(context), itemIndex: 0 };
	return await operation.execute(run).then(
		() => 'It did not fail.',
		(error: unknown) => nodeErrorFrom(error, { node: NODE, itemIndex: 0, operation }).message,
	);
}

/** What the node says when the service refuses a field. */
function serviceRefusal(operation: NodeOperation, path: string): string {
	const [operationId = 'listAgents'] = operation.endpoints;
	const failure = new ApiFailure({
		operationId,
		status: 400,
		type: 'invalid_input',
		title: 'Invalid input',
		detail: null,
		uncertain: false,
		issues: [{ path, message: 'is wrong' }],
		safety: 'read',
		retryAfterMs: null,
		waited: { times: 0, ms: 0 },
	});
	return nodeErrorFrom(failure, { node: NODE, itemIndex: 0, operation }).description ?? '';
}

const cases = resources.flatMap(({ name, operations }) =>
	operations
		.filter(({ properties }) => properties.length > 0)
		.map((operation) => ({ title: `${name}: ${operation.name}`, operation })),
);

describe.each(cases)('$title', ({ operation }) => {
	const places = placesOf(operation.properties);

	it('names a field that has a wrong value by its label, and sends nothing', async () => {
		for (const place of places) {
			const values = wrongValues(place.field);
			expect(values).not.toHaveLength(0);
			for (const value of values) {
				const message = await refusal(operation, place, value);
				expect(message).toContain(`The field "${place.field.displayName}" `);
				expect(message.replace(/"[^"]*"|https:\S+/g, '')).not.toMatch(PATH);
			}
		}
	});

	it('names a field that the service refuses by its label, however the service writes its path', () => {
		for (const { field, inside } of places) {
			const dotted = [...inside, field.name].join('.');
			for (const path of [field.name, dotted, `/${dotted.replaceAll('.', '/')}`, `body.${dotted}`]) {
				expect(serviceRefusal(operation, path)).toBe(`${field.displayName}: is wrong.`);
			}
			expect(serviceRefusal(operation, `/${field.name}/0`)).toBe(`${field.displayName} (entry 1): is wrong.`);
		}
		for (const path of ['/fooBar/0/baz_qux', 'query.fooBar[0].bazQux']) {
			expect(serviceRefusal(operation, path)).toBe('Baz qux: is wrong.');
		}
	});
});

describe.each(
	cases.filter(({ operation }) => placesOf(operation.properties).some(({ field }) => field.name === 'startDate')),
)('$title', ({ operation }) => {
	it('refuses a range whose end is before its start', async () => {
		const [place] = placesOf(operation.properties).filter(({ field }) => field.type === 'collection');
		if (place === undefined) throw new Error('The range is in no collection.');
		const range = (startDate: string, endDate: string) => refusal(operation, place, { startDate, endDate });
		expect(await range('2026-03-05', '2026-03-01T10:00:00')).toBe(
			'The field "Start Date" (2026-03-05) is after "End Date" (2026-03-01)',
		);
		expect(await range('2026-03-05', '2026-03-05')).toBe('The service was asked.');
		expect(await range('2026-03-05', '')).toBe('The service was asked.');
	});
});

it('takes what fits each form', async () => {
	for (const { operation } of cases) {
		for (const place of placesOf(operation.properties).filter(({ field }) => field.typeOptions?.form !== undefined)) {
			const right = RIGHT[String(place.field.typeOptions?.form)];
			expect(await refusal(operation, place, right)).not.toContain('The field');
		}
	}
});
