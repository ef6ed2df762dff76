import fc from 'fast-check';
import { storableJson, storableText } from './storable-text';

const ODD = ['\0', '\\', '\\0', '\\u0000', '\\ud83d', '\ud83d', '\udc00', '😀', '"', '\n', 'a', '\\\0', '\\\\\0'];
const text = fc.array(fc.constantFrom(...ODD), { maxLength: 8 }).map((parts) => parts.join(''));

it('writes JSON whose texts and names are storable, and otherwise the same', () => {
	fc.assert(
		fc.property(text, text, (name, value) => {
			const json = storableJson({ [name]: [value, { value }] });
			const same = storableText(value);
			expect(JSON.parse(json)).toEqual({ [storableText(name)]: [same, { value: same }] });
			expect(storableText(json)).toBe(json);
			expect(json.isWellFormed()).toBe(true);
		}),
	);
});
