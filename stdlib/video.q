% video.q: numbered images as the frames of a video. Video files are not decoded.

% stream = vidopen(path): opens the images "clip_%04d.png" (any format that sprintf takes, counted from 0 or 1); of a video file,
% "clips/clip.avi", those beside it that are called clips/clip_0000.png, clips/clip_0001.png and so on. The fields are frame_width,
% frame_height, frame_count, avg_frame_rate (25), duration_sec, bits_per_color (16 where the values of the first frame are beyond 255), pts (seconds) and rgb_data, the frame that was read last; the first one before that.
function stream = vidopen(path : string)
    pattern = path
    if numel(strfind(path, "%")) == 0
        [folder, name, extension] = fileparts(path)
        pattern = fullfile(folder, strcat(name, "_%04d.png"))
    end
    first = fileexists(sprintf(pattern, 0)) ? 0 : 1
    count = 0
    while fileexists(sprintf(pattern, first + count))
        count += 1
    end
    if count == 0
        error(sprintf("vidopen: video files are not decoded, and there is no image '%s': write the frames as numbered images", sprintf(pattern, 0)))
    end
    frame = imread(sprintf(pattern, first))
    stream = object()
    stream.pattern = pattern
    stream.first = first
    stream.position = 0
    stream.frame_count = count
    stream.frame_height = size(frame, 0)
    stream.frame_width = size(frame, 1)
    stream.avg_frame_rate = 25.0
    stream.duration_sec = count/25.0
    stream.bits_per_color = max(frame) > 255 ? 16 : 8
    stream.pts = 0.0
    stream.rgb_data = frame
end

% ok = vidreadframe(stream): reads the next frame into stream.rgb_data (height x width x channels, 0..255, of 16 bits 0..65535); false behind the last one.
function ok = vidreadframe(stream)
    ok = stream.position < stream.frame_count
    if ok
        stream.rgb_data = imread(sprintf(stream.pattern, stream.first + stream.position))
        stream.pts = stream.position/stream.avg_frame_rate
        stream.position += 1
    end
end

% vidseek(stream, seconds): the frame that is shown then is read next.
function [] = vidseek(stream, seconds)
    stream.position = max(0, min(stream.frame_count, int(floor(seconds*stream.avg_frame_rate + 0.5))))
end

% vidclose(stream): for programs that close what they open.
function [] = vidclose(stream)
    stream.position = stream.frame_count
end

% sync_framerate(rate): waits for nothing, since nothing is shown on a screen.
function [] = sync_framerate(rate)
end
