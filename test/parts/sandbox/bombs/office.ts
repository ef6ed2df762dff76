import { archive } from './archive';
import { packed, type Packed } from './packed';

const FORMATS = 'http://schemas.openxmlformats.org';

/** What every office document begins with: which of its parts is the main one. */
const office = (main: string, parts: Record<string, Packed>) =>
	archive({
		'[Content_Types].xml': packed(`<Types xmlns="${FORMATS}/package/2006/content-types"/>`),
		'_rels/.rels': relations('officeDocument', main),
		...parts,
	});

const relations = (kind: string, target: string) =>
	packed(
		`<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1"
			Type="${FORMATS}/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`,
	);

/** The beginning of a Word document's text. */
export const LETTER = `<w:document xmlns:w="${FORMATS}/wordprocessingml/2006/main"><w:body>`;
export const LETTER_END = '</w:body></w:document>';
/** The beginning of a sheet. */
export const SHEET = `<worksheet xmlns="${FORMATS}/spreadsheetml/2006/main"><sheetData>`;

export const docx = (text: Packed) => office('word/document.xml', { 'word/document.xml': text });

export const pptx = (slide: Packed) =>
	office('ppt/presentation.xml', { 'ppt/presentation.xml': packed('<p/>'), 'ppt/slides/slide1.xml': slide });

export const xlsx = (sheet: Packed) =>
	office('xl/workbook.xml', {
		'xl/workbook.xml': packed(
			`<workbook xmlns="${FORMATS}/spreadsheetml/2006/main"
				xmlns:r="${FORMATS}/officeDocument/2006/relationships">
				<sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		),
		'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
		'xl/worksheets/sheet1.xml': sheet,
	});
