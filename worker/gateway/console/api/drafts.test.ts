import { Drafts, forgetDrafts, hasDrafts } from './drafts';

afterEach(forgetDrafts);

test('a draft is kept for its form until it is dropped', () => {
	const drafts = new Drafts<{ to: string }>();
	expect([drafts.get('mail'), hasDrafts()]).toEqual([undefined, false]);
	drafts.keep('mail', { to: 'ada@client.example' });
	expect([drafts.get('mail'), drafts.has('export'), hasDrafts()]).toEqual([{ to: 'ada@client.example' }, false, true]);
	drafts.drop('mail');
	expect([drafts.has('mail'), hasDrafts()]).toEqual([false, false]);
});

test('all drafts are forgotten at once, whatever their form', () => {
	const [tasks, schedules] = [new Drafts<string>(), new Drafts<number>()];
	tasks.keep('mail', 'ada@client.example');
	schedules.keep('nightly', 1);
	forgetDrafts();
	expect([tasks.has('mail'), schedules.has('nightly'), hasDrafts()]).toEqual([false, false, false]);
});
