import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { TOKEN_ROLES } from '../config';
import { useTestGateway } from './testing/test-gateway';

const { ask } = useTestGateway();

const documentSchema = z.object({
	paths: z.record(
		z.string(),
		z.record(
			z.string(),
			z.looseObject({
				summary: z.string().default(''),
				security: z.array(z.object({ token: z.array(z.string()) })).optional(),
				'x-repeat': z.string().default(''),
			}),
		),
	),
});

/** The rows of the table between two marks of the page. */
function rowsOf(page: string): string[] {
	const table = /<!-- routes -->\n+([^]*?)\n+<!-- \/routes -->/.exec(page)?.[1] ?? '';
	return table
		.split('\n')
		.slice(2)
		.map((row) =>
			row
				.split(/(?<!\\)\|/)
				.map((cell) => cell.trim())
				.join(' | ')
				.trim(),
		);
}

test('the page of routes has every route with its role, and what makes a repeat safe', async () => {
	const { paths } = documentSchema.parse((await ask({ url: '/openapi.json' })).body);
	const rows = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { summary, security, 'x-repeat': repeat }]) => {
			const role = security === undefined ? 'any' : (security[0]?.token[0] ?? 'no token');
			return `| \`${method.toUpperCase()} ${path}\` | ${role} | ${summary} | ${repeat} |`
				.replace(/\s+/g, ' ')
				.replace('| |', '|  |');
		}),
	);
	const page = readFileSync(join(__dirname, '../../docs/gateway.md'), 'utf8');
	expect(rowsOf(page).sort()).toEqual(rows.sort());
});

test('whoami says of each role what the page of the settings says', async () => {
	const { text } = await ask({ url: '/openapi.json' });
	const page = readFileSync(join(__dirname, '../../docs/worker-configuration.md'), 'utf8');
	for (const role of TOKEN_ROLES) {
		const meaning = new RegExp(`^\\| \`${role}\` +\\| (.+?) +\\|$`, 'm').exec(page)?.[1];
		expect(text).toContain(`${role}: ${String(meaning)}`);
	}
});
