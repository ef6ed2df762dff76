/** Documents as LibreOffice's own flat XML, to be written in other formats. */
const office = (kind: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
	xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
	xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
	xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
	xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
	office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${kind}">
	<office:body><office:${kind}>${body}</office:${kind}></office:body>
</office:document>`;

export const letter = (word: string) =>
	office(
		'text',
		`<text:h text:outline-level="1">Guide</text:h><text:p>Inside stands the word ${word}, and nowhere else.</text:p>`,
	);

export const sheet = (word: string) => {
	const cell = (value: string) =>
		`<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
	const row = (...values: string[]) => `<table:table-row>${values.map(cell).join('')}</table:table-row>`;
	return office(
		'spreadsheet',
		`<table:table table:name="Prices">${row('Item', 'Price')}${row(word, 'twelve')}</table:table>`,
	);
};

export const slides = (word: string) =>
	office(
		'presentation',
		`<draw:page draw:name="One"><draw:frame svg:width="20cm" svg:height="3cm" svg:x="1cm" svg:y="1cm"><draw:text-box>
			<text:p>On a slide stands <text:span>${word}</text:span>.</text:p></draw:text-box></draw:frame></draw:page>`,
	);

export const script = (word: string) =>
	`/Helvetica findfont 24 scalefont setfont 72 700 moveto (Printed by a script: ${word}) show showpage\n`;
