import { mediaTypeOf } from '../../api/upload-types';
import { isAcceptedExtension, textFormat } from './document-format';

test.each(['constructor', 'tostring', '__proto__', 'valueof', ''])(
	'a file that ends with .%s has no known format',
	(extension) => {
		expect([textFormat(extension), isAcceptedExtension(extension)]).toEqual([undefined, false]);
		expect(mediaTypeOf(`menu.${extension}`)).toBe('application/octet-stream');
	},
);
