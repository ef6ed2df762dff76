import { knowledgeSyncInputSchema } from '../../../../../workflows/knowledge-sync/contract';
import { hasSource, inputOf } from './sync-input';

const SET = { connection: 'main', agentId: 'agent', set: 'Handbook' };
const SETTINGS = { mode: 'add', drift: 'keep', existing: 'adopt', prove: true, timeoutSeconds: 60 } as const;
const SITE = { url: 'https://shop.example.com/sitemap.xml', include: ['/help/**'] };
const HASH = 'a'.repeat(22);

it.each([{ planOnly: true } as const, { planHash: HASH }])('a sync with %j is as the one before', (wanted) => {
	const parsed = knowledgeSyncInputSchema.parse(inputOf(SET, { ...SETTINGS, ...SITE }, wanted));
	expect(parsed).toMatchObject({ ...SET, ...SITE, ...SETTINGS, prove: 'planHash' in wanted, ...wanted });
});

it.each([
	[null, false],
	[SETTINGS, false],
	[{ ...SETTINGS, ...SITE }, true],
	[{ ...SETTINGS, blob: `sha256:${'0'.repeat(64)}` }, true],
])('of the settings %j the console can run a sync: %j', (settings, expected) => {
	expect(hasSource({ settings })).toBe(expected);
});
