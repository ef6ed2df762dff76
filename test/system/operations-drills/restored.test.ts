import { randomBytes } from 'node:crypto';
import { eventually } from '../../support/time/eventually';
import { ask, linkOf, retrain } from '../../support/gateway/ask';
import type { Mailboxes } from '../../support/gateway/mailboxes';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { KeptTemporal } from '../../support/site/kept-temporal';
import { Site } from '../../support/site/start-site';

const REPLIES = '/agents/agent_support/email/replies';
/** Next to no page of a run is read. */
const STANDING_STILL = 0.001;

let temporal: KeptTemporal;
let site: Site;
let mail: Mailboxes;
let reviews: Reviews;

beforeAll(async () => {
	temporal = await KeptTemporal.start();
	site = await Site.start({}, { temporal });
	({ mail, reviews } = await reviewsOn(site));
});

afterAll(() => site.stop());

const posts = (path: string) => site.admin.requests({ method: 'POST', path });

/** A newer key in front. */
async function rotate(): Promise<void> {
	const secret = randomBytes(32).toString('base64');
	await site.change({ encryption: { keys: [{ id: 'newer', secret }, ...site.encryption.keys], current: 'newer' } });
}

test('a mail that was sent after the backup is asked about again, and sent with the same keys though the current key is a newer one: the address has one', async () => {
	const { link, question } = await reviews.asking('mail', { to: ['ada@client.example'] });
	await site.restart(() => temporal.backUp());
	const approve = { action: 'approve', hash: question.hash };
	await reviews.decide(link, 'before', approve);
	const first = await reviews.ended(link);
	expect(first).toMatchObject({ status: 'completed', result: { outcome: 'sent' } });
	expect(await posts(REPLIES)).toHaveLength(1);

	await rotate();
	await site.restart(() => temporal.restore());
	// The decision came after the backup: the same version is asked about once more.
	expect((await reviews.question(link)).question.hash).toBe(question.hash);
	await reviews.decide(link, 'after', approve);
	const second = await reviews.ended(link);
	expect(second).toMatchObject({ status: 'completed', result: { outcome: 'sent', audit: { uncertain: false } } });
	expect(second.result).toMatchObject({
		sessionId: first.result?.sessionId,
		deliveryId: first.result?.deliveryId,
	});
	expect(await posts(REPLIES)).toHaveLength(2);
	expect(await mail.received('ada@client.example')).toHaveLength(1);
});

test('a run that was begun after the backup is found before another is requested', async () => {
	const { id: agentId } = await site.admin.createAgent({ name: 'Restored', website: site.sandbox.siteUrl });
	const path = `/agents/${agentId}/retrain`;
	const accepted = async () => (await posts(path)).filter(({ status }) => status === 202);
	await site.admin.setSettings({ clockFactor: STANDING_STILL });
	await site.admin.addFault('POST', '/agents/{id}/retrain', { kind: 'status', status: 429, retryAfter: 1 }, 1_000);
	const link = linkOf(await ask(site, retrain('run', { agentId, ifActive: 'adopt', waitUntil: 'finished' })));
	await eventually(async () => (await posts(path)).length > 0, Boolean, 'a refused request');
	await site.restart(() => temporal.backUp());
	await site.admin.clearFaults();
	await eventually(async () => (await accepted()).length > 0, Boolean, 'the run');

	await site.restart(() => temporal.restore());
	await eventually(
		async () => (await ask(site, { path: link })).text,
		(seen) => seen.includes('"training"'),
		'that the run is followed',
	);
	await site.admin.setSettings({ clockFactor: 1_000 });
	expect(await reviews.ended(link)).toMatchObject({
		status: 'completed',
		// Of a history that is lost nothing can be known: the run counts as somebody else's.
		result: { outcome: 'finished', adopted: true },
	});
	expect(await accepted()).toHaveLength(1);
});
