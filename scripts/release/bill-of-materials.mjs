// bill-of-materials.mjs BESIDE BUNDLED TARGET COMMIT NODE_VERSION: one CycloneDX document of an archive, Node included; without the random
// serial number and the time of day that npm puts in.
import { readFileSync } from 'node:fs';

const [, , beside, bundled, target, commit, nodeVersion] = process.argv;
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const own = read(bundled);
const components = new Map();
for (const component of [...own.components, ...read(beside).components])
  components.set(component.purl, {
    ...components.get(component.purl),
    ...component,
    'bom-ref': component.purl,
  });
const node = {
  type: 'platform',
  name: 'node',
  version: nodeVersion,
  purl: `pkg:generic/node@${nodeVersion}?arch=${target}`,
  'bom-ref': 'node',
};
const byUrl = [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    timestamp: new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1_000).toISOString(),
    component: {
      ...own.metadata.component,
      properties: [
        { name: 'commit', value: commit },
        { name: 'target', value: target },
      ],
    },
  },
  components: [node, ...byUrl],
};
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
