/** Request bodies of the specification's part 4, typed by hand: some it takes, and some it must refuse. */
export interface BodySamples {
	takes: readonly unknown[];
	refuses: readonly unknown[];
}

const mailbox = { mailboxId: 'mb_1' };
const reply = { sessionId: 'email:c1', content: 'Hello', idempotencyKey: 'k' };
const conversation = { email: 'lea@example.org', subject: 'Order', idempotencyKey: 'k' };
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.org`);

/** By method and path; endpoints that are not named here take no JSON body. */
export const BODIES: Readonly<Record<string, BodySamples>> = {
	'POST /agents/{id}/sources': {
		takes: [
			{ type: 'url', url: 'https://example.org/' },
			{ type: 'text', title: 'Hours', content: 'Nine to five' },
			{ type: 'text', content: 'é'.repeat(1024 * 512) },
		],
		refuses: [
			{},
			{ type: 'url' },
			{ type: 'url', url: 'ftp://example.org/' },
			{ type: 'url', url: 'https://example.org/', title: 'x' },
			{ type: 'text', title: 'x' },
			{ type: 'text', content: 'é'.repeat(1024 * 512 + 1) },
			{ type: 'file', content: 'x' },
		],
	},
	'PATCH /agents/{id}/sources/{sourceId}': {
		takes: [{ title: 'x' }, { content: 'x' }, { title: 'x', content: 'y' }],
		refuses: [{}, { title: 5 }, { url: 'https://example.org/' }, { title: undefined }],
	},
	'POST /agents/{id}/qa-pairs': {
		takes: [{ question: 'q', answer: 'a' }],
		refuses: [{}, { question: 'q' }, { answer: 'a' }, { question: 'q', answer: 'a', enabled: true }],
	},
	'PATCH /agents/{id}/qa-pairs/{pairId}': {
		takes: [{ question: 'q' }, { answer: 'a' }, { enabled: false }],
		refuses: [{}, { enabled: 'no' }, { kind: 'media' }],
	},
	'POST /agents/{id}/chat': {
		takes: [
			{ message: 'hi' },
			{ message: 'hi', sessionId: 's', clientMessageId: 'm', location: { country: 'Austria', countryCode: 'AT' } },
			{ message: 'hi', location: { city: 'Graz', region: 'Styria' } },
		],
		refuses: [{}, { message: '' }, { message: 'hi', location: 'Graz' }, { message: 'hi', stream: true }],
	},
	'POST /agents/{id}/email': {
		takes: [
			{ action: 'create', address: 'help@example.org', name: 'Help' },
			{ action: 'check', ...mailbox },
			{ action: 'test-forwarding', ...mailbox },
			{ action: 'test-sending', ...mailbox },
			{ action: 'activate', ...mailbox },
			{ action: 'disconnect', ...mailbox },
			{ action: 'reconnect', ...mailbox },
			{
				action: 'update',
				...mailbox,
				settings: {
					name: 'n',
					signature: 's',
					instructions: 'i',
					aiEnabled: true,
					isDefault: false,
					toolAllowlist: ['t'],
				},
			},
			{ action: 'update', ...mailbox, settings: { aiEnabled: false } },
			{ action: 'mail-from', ...mailbox, enabled: true },
		],
		refuses: [
			{},
			{ action: 'remove', ...mailbox },
			{ action: 'create', address: 'no address', name: 'Help' },
			{ action: 'check' },
			{ action: 'update', ...mailbox },
			{ action: 'update', ...mailbox, settings: { status: 'active' } },
			{ action: 'mail-from', ...mailbox },
		],
	},
	'POST /agents/{id}/email/conversations': {
		takes: [conversation, { ...conversation, name: 'Lea', mailboxId: 'mb_1' }],
		refuses: [
			{},
			{ ...conversation, email: 'lea' },
			{ ...conversation, subject: undefined },
			{ ...conversation, idempotencyKey: '' },
			{ ...conversation, content: 'x' },
		],
	},
	'POST /agents/{id}/email/replies': {
		takes: [reply, { ...reply, to: addresses(6), cc: addresses(4), subject: 's', mailboxId: 'mb_1' }],
		refuses: [
			{},
			{ ...reply, sessionId: 'c1' },
			{ ...reply, content: undefined },
			{ ...reply, idempotencyKey: undefined },
			{ ...reply, to: addresses(6), cc: addresses(5) },
			{ ...reply, bcc: addresses(1) },
			{ ...reply, attachments: [] },
		],
	},
	'POST /agents/{id}/email/conversations/{sessionId}': {
		takes: [{ resume: true }, { resume: false }],
		refuses: [{}, { resume: 'yes' }],
	},
};
