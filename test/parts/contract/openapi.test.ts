import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openApiDocument, operations, type Operation } from '../../../api';

const run = promisify(execFile);
const validator = path.join(
	path.dirname(require.resolve('@seriousme/openapi-schema-validator/package.json')),
	'bin/validate-api-cli.js',
);

const document = openApiDocument({ serverUrl: 'https://service.example/' });
const rows = Object.entries<Operation>(operations);

function described({ method, path: route }: Operation) {
	return document.paths?.[route]?.[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'];
}

describe('the OpenAPI document', () => {
	let folder: string;
	beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'openapi-'))));
	afterAll(() => rm(folder, { recursive: true, force: true }));

	const validate = async (content: unknown) => {
		const file = path.join(folder, 'openapi.json');
		await writeFile(file, JSON.stringify(content));
		return run(process.execPath, [validator, file]);
	};

	it('is valid by a public validator', async () => {
		await expect(validate(document)).resolves.toBeDefined();
	});

	it('would not be valid with a broken operation', async () => {
		const broken = { ...document, paths: { '/agents': { get: { responses: 'none' } } } };
		await expect(validate(broken)).rejects.toThrow();
	});

	it('has the operations of the table and no other', () => {
		const ids = Object.values(document.paths ?? {}).flatMap((item) =>
			[item.get, item.post, item.patch, item.delete, item.put].flatMap((operation) => operation?.operationId ?? []),
		);
		expect(ids.sort()).toEqual(Object.keys(operations).sort());
	});

	it('lies below /api/v1 and asks for the bearer key', () => {
		expect(document.servers).toEqual([{ url: 'https://service.example/api/v1' }]);
		expect(document.components?.securitySchemes).toEqual({ apiKey: { type: 'http', scheme: 'bearer' } });
	});

	it.each(rows)('describes %s with its scope, parameters, body, reply and errors', (_, operation) => {
		const found = described(operation);
		expect(found?.security).toEqual([{ apiKey: operation.scope === null ? [] : [operation.scope] }]);
		const parameters = (found?.parameters ?? []).flatMap((each) => ('name' in each ? [`${each.in} ${each.name}`] : []));
		expect(parameters.sort()).toEqual(
			[
				...Object.keys(operation.params?.shape ?? {}).map((name) => `path ${name}`),
				...Object.keys(operation.query?.shape ?? {}).map((name) => `query ${name}`),
			].sort(),
		);
		const contentType = operation.body?.kind === 'multipart' ? 'multipart/form-data' : 'application/json';
		const body = found?.requestBody;
		expect(body !== undefined && 'content' in body ? Object.keys(body.content) : null).toEqual(
			operation.body === null ? null : [contentType],
		);
		const statuses = [operation.reply.status, 400, 401, 403, 404, 429, ...(operation.alsoAnswers ?? []), 'default'];
		expect(Object.keys(found?.responses ?? {}).sort()).toEqual(statuses.map(String).sort());
	});
});
