import { sightingOf } from './sighting';

it('knows a record by its id, else by its content', () => {
	expect(sightingOf({ id: 7, capturedAt: '2026-03-01T00:00:00Z' })).toMatchObject({ key: '7', at: 1772323200000 });
	expect(sightingOf({ id: 'c1' })).toMatchObject({ key: 'c1', at: null });
	const one = sightingOf({ orderNumber: '1', createdAt: 'yesterday' });
	expect(one).toMatchObject({ key: sightingOf({ createdAt: 'yesterday', orderNumber: '1' }).key, at: null });
	expect(one.key).not.toBe(sightingOf({ orderNumber: '2', createdAt: 'yesterday' }).key);
});
