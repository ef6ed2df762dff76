import { chatReplySchema, searchResultSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { teach } from './taught-agent';
import { eventually } from '../../support/time/eventually';

const LANGUAGES = [
	{
		language: 'Chinese',
		knows: '我们的退货政策：收到商品后三十天内可以退货。运费由顾客承担。',
		asks: ['退货政策是什么？', '请问运费由谁承担', '退货'],
		unknown: '你们卖自行车吗？',
	},
	{
		language: 'Japanese',
		knows: '営業時間は平日の午前九時から午後六時までです。配送料は全国一律五百円です。',
		asks: ['営業時間を教えてください', '配送料はいくらですか', '営業時間'],
		unknown: '自転車を修理できますか',
	},
	{
		language: 'Thai',
		knows: 'ร้านเปิดทุกวันเวลาเก้าโมงเช้าถึงหกโมงเย็น ค่าจัดส่งห้าสิบบาททั่วประเทศ',
		asks: ['ค่าจัดส่งเท่าไหร่', 'ร้านเปิดเวลาไหน', 'จัดส่ง'],
		unknown: 'ซ่อมจักรยานได้ไหม',
	},
	{
		language: 'German',
		knows: 'Der Versand nach Österreich dauert drei Tage. Größen tauschen wir kostenlos um.',
		asks: ['Wie lange dauert der Versand?', 'Kann ich die Größen tauschen?', 'österreich'],
		unknown: 'Reparieren Sie Fahrräder?',
	},
];

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
	await teach(sandbox, 'agent_support', 'Hedgehogs', 'Hedgehogs are welcome in our shop on Mondays.');
	for (const { language, knows } of LANGUAGES) await teach(sandbox, 'agent_support', language, knows);
});
afterAll(() => sandbox.running.close());

const search = async (query: string) => {
	const path = `/agents/agent_support/knowledge/search?query=${encodeURIComponent(query)}`;
	return searchResultSchema.parse((await sandbox.call('GET', path)).body).items;
};

describe.each(LANGUAGES)('knowledge in $language', ({ knows, asks, unknown }) => {
	it.each(asks)('is found by %s', async (query) => {
		expect((await search(query))[0]?.content).toBe(knows);
	});

	it(`is not found by ${unknown}`, async () => {
		expect(await search(unknown)).toEqual([]);
	});

	it('answers a question much like that of a Q&A pair word for word', async () => {
		const [question = ''] = asks;
		const answer = `A: ${question}`;
		const chat = async (message: string) => {
			const { body } = await sandbox.call('POST', '/agents/agent_sales/chat', { body: { message } });
			return chatReplySchema.parse(body).reply;
		};
		await sandbox.call('POST', '/agents/agent_sales/qa-pairs', { body: { question, answer } });

		expect(
			await eventually(
				() => chat(`${question} `),
				(reply) => reply === answer,
				'a Q&A pair is indexed by a job of its own',
			),
		).toBe(answer);
	});
});
