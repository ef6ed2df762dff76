import { z } from 'zod';
import { type Operation, type OperationId, operations } from '../../../../api';
import { BODIES } from '../../contract/bodies';
import { PATH_PARAMETERS, QUERY } from '../../contract/specification';
import type { SampleRequest } from './stage';
import { samples } from './samples';

const ids = Object.keys(operations) as OperationId[];
const contract: Record<OperationId, Operation> = operations;

/** Every operation of the table with its sample. */
export const cases = ids.map((id) => ({ id, operation: contract[id], sample: samples[id] }));

const rowOf = ({ method, path }: Operation) => `${method} ${path}`;

/** Every path parameter of every operation. */
export const pathParameters = cases.flatMap(({ operation, ...rest }) =>
	Object.keys(operation.params?.shape ?? {}).map((name) => ({ ...rest, name, kind: PATH_PARAMETERS[name] })),
);

/** Changes to the query of a sample that is taken, and the parameter that is named then. */
export const brokenQueries = cases.flatMap(({ operation, ...rest }) => {
	const anyOf = (operation.query ?? z.object({})).partial();
	const stated = Object.entries(QUERY[rowOf(operation)] ?? {}).flatMap(([name, { refuses, required }]) => {
		const texts = refuses.map(String).filter((text) => !anyOf.safeParse({ [name]: text }).success);
		const given = texts.map((value) => ({ name, value: `${name}=${value}`, change: { [name]: value } }));
		return required ? [...given, { name, value: `no ${name}`, change: { [name]: undefined } }] : given;
	});
	const unknown = { name: 'unheardOf', value: 'unheardOf=1', change: { unheardOf: '1' } };
	return [...stated, unknown].map((broken) => ({ ...rest, ...broken }));
});

/** The query of a request, changed. */
export function withQuery(request: SampleRequest, change: Record<string, string | undefined>): SampleRequest {
	const changed = Object.entries({ ...request.query, ...change });
	const query = Object.fromEntries(changed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
	return { ...request, query };
}

/** Bodies that are refused, with the fields that are named for sure. */
export const brokenBodies = cases.flatMap(({ id, operation, sample }) => {
	const ours = (sample.brokenBodies ?? []).map(({ body, field }) => ({ body, fields: [field] }));
	const typedByHand = (BODIES[rowOf(operation)]?.refuses ?? []).map((body) => ({ body, fields: [] }));
	const shown = (body: unknown) => JSON.stringify(body).slice(0, 60);
	return [...ours, ...typedByHand].map((broken) => ({ id, sample, ...broken, shown: shown(broken.body) }));
});

/** Refusals of part 7 that not every operation has. */
export const refusals = cases.flatMap(({ id, sample }) =>
	(sample.refusals ?? []).map(({ field, detail = /./, ...refusal }) => ({
		id,
		...refusal,
		detail,
		fields: field === undefined ? [] : [field],
	})),
);
