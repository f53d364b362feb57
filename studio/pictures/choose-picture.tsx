import { Button, Dialog, Stack } from '@sanity/ui';
import { useId } from 'react';
import type { AssetSourceComponentProps } from 'sanity';
import { css } from '#studio/ui/styles.ts';
import { PictureList } from './picture-list.tsx';

/** A dialog to choose one of the pictures that were uploaded before. */
export function ChoosePicture({ onClose, onSelect }: AssetSourceComponentProps) {
  return (
    <Dialog id={useId()} header="Choose a picture" width={3} onClose={onClose}>
      <style>{css}</style>
      <Stack className="staff-tool" padding={4}>
        <PictureList>
          {({ _id, name }) => (
            <Button
              mode="ghost"
              text="Choose"
              aria-label={`Choose ${name}`}
              onClick={() => onSelect([{ kind: 'assetDocumentId', value: _id }])}
            />
          )}
        </PictureList>
      </Stack>
    </Dialog>
  );
}
