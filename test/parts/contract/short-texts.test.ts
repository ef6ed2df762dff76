import { checkedValue } from '../../../nodes/AgentKnowledge/actions/parameters/checked-value';
import { titleOfText } from '../../../sandbox/training/sources';
import { shortened } from '../../../workflows/task/failure';
import { readTranscript } from '../../../worker/activities/look-up/activities';
import { cellXml } from '../../../worker/storage/lead-files/sheet-cells';
import { readForm } from '../../../worker/gateway/review/form';
import { mailPage } from '../../../worker/gateway/review/subjects/mail/page';

/** Whatever even or odd place a text is cut at, it is amid a character of one of these. */
const LONG = ['🎉'.repeat(20_000), `x${'🎉'.repeat(20_000)}`];

function reviewedBy(text: string): Array<string | null> {
	const form = mailPage.form.parse({ action: 'reject', hash: 'h', by: text, note: text });
	const read = readForm(mailPage, form, { token: 'token', reviewer: null }, null);
	if (!read.ok) throw new Error(read.messages.join());
	return [read.request.by, read.request.note ?? null];
}

function problemOf(text: string): string {
	const property = { displayName: 'Flag', name: 'flag', type: 'boolean', default: false } as const;
	return checkedValue(property, text).problem ?? '';
}

const shortTexts: Array<[string, (text: string) => Array<string | null>]> = [
	['why one of many items failed', (text) => [shortened({ type: 't', title: 't', detail: text }).detail]],
	['the name and the note of a reviewer', reviewedBy],
	['a message of a transcript', (content) => readTranscript({ messages: [{ content }] }).map(({ text }) => text)],
	['a cell of a workbook', (text) => [cellXml(text, 'A1')]],
	["the title of the sandbox's texts", (text) => [titleOfText(text)]],
	['what a field of the node holds', (text) => [problemOf(text)]],
];

describe.each(shortTexts)('%s', (_what, shorten) => {
	it('is cut between characters', () => {
		for (const text of LONG) {
			for (const short of shorten(text)) {
				expect(short).toContain('🎉');
				expect(short?.isWellFormed()).toBe(true);
			}
		}
	});

	it('holds no half of a character that came in', () => {
		for (const half of ['a\ud83c', '\udf89b'])
			for (const short of shorten(half)) expect(short?.isWellFormed()).toBe(true);
	});
});
