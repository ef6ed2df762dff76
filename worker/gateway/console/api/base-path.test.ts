import { ADDRESSES } from '../addresses';
import { at, BASE_PATH, pathOf } from './base-path';

test.each(ADDRESSES)('the page %s is below the base path, and is found there', (address) => {
	expect(at(address).startsWith(BASE_PATH)).toBe(true);
	expect(pathOf(at(address))).toBe(address);
	// The router leaves out the last slash, as people do.
	expect(pathOf(at(address).replace(/\/$/, ''))).toBe(address);
});

test('a query and a panel stay as they are', () => {
	expect(at('/tasks?status=failed#task=a')).toBe(`${BASE_PATH}tasks?status=failed#task=a`);
});
