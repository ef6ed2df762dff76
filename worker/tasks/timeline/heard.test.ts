import { heard } from './heard';
import { newMoment } from './timeline';

const AT = '2026-11-23T10:00:00.000Z';
const end = newMoment('end', 'end', 'Ended', AT);
const published = newMoment('event', 'task.completed', 'Notified the subscribers of the end', AT);
const mailed = newMoment('event', 'mail', 'Began to mail the reviewers', AT);

test('an event without a message to a subscription notified nobody', () => {
	expect(heard([end, published, mailed], [])).toEqual([end, mailed]);
	expect(heard([end, published], [{ name: 'task.failed' }])).toEqual([end]);
});

test('an event with a message is shown', () => {
	expect(heard([end, published], [{ name: 'task.completed' }])).toEqual([end, published]);
});
